import { Injectable } from '@nestjs/common';
import { isId } from '../../common/database/ids';
import { DomainError } from '../../common/errors/domain-error';
import { AppConfig } from '../../config/app-config';
import { RecordActivityDto, RecordActivityEntryDto, RecordActivityQueryDto } from './dto/record-activity.dto';
import * as messages from './messages';
import { RecordActivityCursor, RecordActivityRepository, RecordActivityRow } from './record-activity.repository';

const PAGE_ROWS = 50;

export interface RecordActivityPage extends RecordActivityDto {
  /** A `Link` header value when there is more. */
  link: string | undefined;
}

/** "Who opened my record": every read and write of a client's record, from the activity log. */
@Injectable()
export class RecordActivityService {
  constructor(
    private readonly repository: RecordActivityRepository,
    private readonly config: AppConfig,
  ) {}

  /** Newest first. @throws DomainError invalid for a cursor that no page gave */
  async page(clientId: string, query: RecordActivityQueryDto): Promise<RecordActivityPage> {
    const limit = query.limit ?? PAGE_ROWS;
    const by = query.by ?? 'all';
    const rows = await this.repository.list(clientId, { after: readCursor(query.cursor), limit: limit + 1, own: by === 'all' });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const parameters = last && new URLSearchParams({ limit: String(limit), by, cursor: writeCursor(last) }).toString();
    return {
      entries: page.map((row) => toEntry(row, clientId)),
      link: parameters && `<${this.config.publicUrl}/api/client/activity?${parameters}>; rel="next"`,
    };
  }
}

function toEntry({ id, at, action, actor_type, actor_id, actor_name }: RecordActivityRow, clientId: string): RecordActivityEntryDto {
  return { id, at: at.toISOString(), action, actor_type, actor_name, is_you: actor_type === 'client' && actor_id === clientId };
}

function writeCursor({ at, id }: RecordActivityRow): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url');
}

function readCursor(cursor: string | undefined): RecordActivityCursor | undefined {
  if (cursor === undefined) return undefined;
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  const at = new Date(/^\d{1,15}$/.test(time) ? Number(time) : Number.NaN);
  if (Number.isNaN(at.getTime()) || !isId(id)) {
    throw new DomainError('invalid', messages.badCursor, { errors: [{ field: 'cursor', message: messages.badCursor }] });
  }
  return { at, id };
}
