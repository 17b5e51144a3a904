import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('images')
export class Image {
  @PrimaryColumn('text') hash: string;
  @Column('text') content_type: string;
  @Column('bytea') bytes: Buffer;
  @Column('int') width: number;
  @Column('int') height: number;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
}
