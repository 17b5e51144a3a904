import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfPractice } from '../../common/practices/claims';

@OfPractice({
  where: `"images".hash in (select image_hash from therapist_profiles where therapist_id = $1::uuid union all select picture_hash from users where id = $1::uuid
    union all select hash from image_uploads where therapist_id = $1::uuid)`,
  exported: 'hash in (select image_hash from therapist_profiles where therapist_id = $1::uuid)',
  isShared: true,
  without: { bytes: 'A file of the export.' },
})
@Entity('images')
export class Image {
  @PrimaryColumn('text') hash: string;
  @Column('text') content_type: string;
  @Column('bytea') bytes: Buffer;
  @Column('int') width: number;
  @Column('int') height: number;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
}
