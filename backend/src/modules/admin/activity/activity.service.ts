import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { pageOf, readCursor } from '../../../common/paging/paging';
import { Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { ActivityEntryDto, ActivityListDto, ActivityQueryDto } from './activity.dto';
import { ActivityRow, AdminActivityRepository } from './activity.repository';

const PAGE_ROWS = 50;

export interface ActivityPage extends ActivityListDto {
  /** A `Link` header value when there is more. */
  link: string | undefined;
}

/** What an operator may know by its id. The id of an appointment opens its client's record in an emergency: whoever needs it is given it, and does not find it by leafing. */
const SHOWN_SUBJECTS = new Set(['administrator', 'break_glass', 'intake_form', 'job', 'service', 'therapist', 'user', 'working_hours']);

/** The operator's view of the activity log. Looking into it is in it too. */
@Injectable()
export class AdminActivityService {
  constructor(
    private readonly repository: AdminActivityRepository,
    private readonly works: Works,
    private readonly config: AppConfig,
  ) {}

  /** The newest first. @throws DomainError invalid for a cursor that no page gave */
  async list(actor: Actor, query: ActivityQueryDto): Promise<ActivityPage> {
    const limit = query.limit ?? PAGE_ROWS;
    const filter = { action: query.action, actorType: query.user_type, after: readCursor(query.cursor), limit: limit + 1 };
    const found = await this.repository.listEntries(filter);
    const { rows, link } = pageOf(found, limit, `${this.config.publicUrl}/api/admin/activity`, query, ({ keyset_at: at, id }) => ({ at, id }));
    await this.works.record(actor, { action: 'admin_view_activity', details: { entries: rows.length } });
    return { activities: rows.map(toEntry), link };
  }
}

function toEntry(row: ActivityRow): ActivityEntryDto {
  const subject = row.subject_type === null ? {} : { subject_type: row.subject_type, ...(row.subject_id !== null && SHOWN_SUBJECTS.has(row.subject_type) && { subject_id: row.subject_id }) };
  return {
    id: row.id,
    action: row.action,
    timestamp: row.at.toISOString(),
    user_type: row.actor_type,
    user_id: row.actor_id,
    details: { ...row.details, ...subject },
  };
}
