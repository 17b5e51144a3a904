import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Stored } from '../../../integrations/storage/stored-objects';

/** A file that comes block by block. Its id is the session's. */
@Entity('meeting_uploads')
export class MeetingUpload {
  @PrimaryColumn('uuid') id: string;
  @Column('bigint') file_size: string;
  /** Of every block but the last one. */
  @Column('int') block_bytes: number;
}

@Entity('meeting_upload_blocks')
export class MeetingUploadBlock {
  @PrimaryColumn('uuid') session_id: string;
  @PrimaryColumn('int') block: number;
  @Stored('recordings') @Column('text') storage_key: string;
  @Column('timestamptz') stored_at: Date;
}
