import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Stored } from '../../../integrations/storage/stored-objects';
import { OfPractice } from '../../../common/practices/claims';

/** A file that comes block by block. Its id is the session's. */
@OfPractice({ by: 'id', in: 'meeting_sessions', notExported: 'A file that is still on its way.' })
@Entity('meeting_uploads')
export class MeetingUpload {
  @PrimaryColumn('uuid') id: string;
  @Column('bigint') file_size: string;
  /** Of every block but the last one. */
  @Column('int') block_bytes: number;
}

@OfPractice({ by: 'session_id', in: 'meeting_sessions', notExported: 'A file that is still on its way.' })
@Entity('meeting_upload_blocks')
export class MeetingUploadBlock {
  @PrimaryColumn('uuid') session_id: string;
  @PrimaryColumn('int') block: number;
  @Stored('recordings') @Column('text') storage_key: string;
  @Column('timestamptz') stored_at: Date;
}
