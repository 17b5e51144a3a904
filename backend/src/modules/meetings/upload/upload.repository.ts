import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import { MeetingUpload, MeetingUploadBlock } from './upload.entity';

export type BlockRow = Pick<MeetingUploadBlock, 'block' | 'storage_key'>;

const FIND = statement<MeetingUpload>('meeting-upload', 'select id, file_size, block_bytes from meeting_uploads where id = $1');
const INSERT = statement<Pick<MeetingUploadBlock, 'block'>>('meeting-upload-block-insert', `insert into meeting_upload_blocks (session_id, block, storage_key, stored_at)
         values ($1, $2, $3, $4) on conflict do nothing returning block`);
const BLOCKS = statement<BlockRow>('meeting-upload-blocks', 'select block, storage_key from meeting_upload_blocks where session_id = $1 order by block');

/** Chunks are stored in their order. */
const READ = statement<{ chunks: number }>('meeting-upload-read', 'select count(*)::int as chunks from meeting_chunks where session_id = $1');

/** Files of sessions while they come. */
@Injectable()
export class UploadRepository {
  constructor(private readonly database: Database) {}

  async insertUpload(id: string, fileSize: number, blockBytes: number, on: Queryable): Promise<void> {
    await on.manager.insert(MeetingUpload, { id, file_size: String(fileSize), block_bytes: blockBytes });
  }

  async find(id: string, on: Queryable = this.database): Promise<MeetingUpload | undefined> {
    return (await on.query(FIND, [id]))[0];
  }

  /** @returns false where it is there already */
  async insertBlock(sessionId: string, { block, storage_key }: BlockRow, at: Date, on: Queryable): Promise<boolean> {
    return (await on.query(INSERT, [sessionId, block, storage_key, at])).length === 1;
  }

  /** How many chunks were made of it. */
  async countRead(sessionId: string): Promise<number> {
    return (await this.database.query(READ, [sessionId]))[0]?.chunks ?? 0;
  }

  /** In their order. */
  listBlocks(sessionId: string, on: Queryable = this.database): Promise<BlockRow[]> {
    return on.query(BLOCKS, [sessionId]);
  }
}
