import { Injectable } from '@nestjs/common';
import { Actor, SessionReader } from '../../../common/access/actor';
import { isId } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { CSV_MARK, csvInTurns, csvLines } from '../../../common/http/csv';
import { Limit, Limits } from '../../../common/limits/limits';
import { Keyset, pageOf, readCursor } from '../../../common/paging/paging';
import { Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import * as messages from '../messages';
import { ActivityEntryDto, ActivityExportDto, ActivityListDto, ActivityQueryDto } from './activity.dto';
import { ActivityFilter, ActivityRow, AdminActivityRepository } from './activity.repository';

const PAGE_ROWS = 50;
/** What one file holds, the newest; so many are read and written at a time. */
const EXPORTED = 10_000;
const EXPORT_PAGE = 500;
const EXPORTS: Limit = { scope: 'activity-export', max: 20, windowMs: 3_600_000 };

export interface ActivityPage extends ActivityListDto {
  /** A `Link` header value when there is more. */
  link: string | undefined;
}

type Choice = Omit<ActivityFilter, 'after' | 'limit'>;

/** What an operator may know by its id. The id of an appointment opens its client's record in an emergency: whoever needs it is given it, and does not find it by leafing. */
const SHOWN_SUBJECTS = new Set(['administrator', 'break_glass', 'intake_form', 'job', 'service', 'therapist', 'user', 'working_hours']);

/** The operator's view of the activity log. Looking into it is in it too. */
@Injectable()
export class AdminActivityService {
  constructor(
    private readonly repository: AdminActivityRepository,
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly config: AppConfig,
    private readonly sessions: SessionReader,
  ) {}

  /** The newest first. @throws DomainError invalid for a cursor that no page gave */
  async list(actor: Actor, query: ActivityQueryDto): Promise<ActivityPage> {
    const limit = query.limit ?? PAGE_ROWS;
    const after = readCursor(query.cursor);
    const [found, actions] = await Promise.all([this.find(await this.choiceOf(query), after, limit + 1), this.repository.listActions()]);
    const { rows, link } = pageOf(found, limit, `${this.config.publicUrl}/api/admin/activity`, query, keysetOf);
    const activities = await this.toEntries(rows);
    await this.works.record(actor, { action: 'admin_view_activity', details: { entries: rows.length } });
    return { activities, actions, link };
  }

  /**
   * What a filter finds as a CSV file for a spreadsheet, the newest 10,000 entries. What a spreadsheet would take for a formula is written
   * as text. One at a time for each administrator.
   * @param write takes the file's parts, one after the other
   * @throws DomainError too_many, and nothing is written before; unauthenticated when the session ends meanwhile
   */
  async export(actor: Actor, query: ActivityExportDto, write: (part: string) => Promise<void>): Promise<void> {
    const by = actor.id ?? '';
    const wait = await this.limits.reserve([EXPORTS, by]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyExports, { retryAfterSeconds: wait });
    await this.limits.inTurn([`activity export ${by}`], async () => {
      const choice = await this.choiceOf(query);
      // Before the first line: who took the log away is in it, also where the connection breaks.
      await this.works.record(actor, { action: 'admin_export_activity' });
      await write(`${CSV_MARK}${csvLines([[...messages.ACTIVITY_COLUMNS]])}`);
      let after: Keyset | undefined;
      for (let written = 0; written < EXPORTED; written += EXPORT_PAGE) {
        // Asked for each page: whoever has signed out, or was shut out, gets no more.
        await this.sessions.assertStands(actor);
        const rows = await this.find(choice, after, EXPORT_PAGE);
        if (rows.length > 0) await write(await csvInTurns((await this.toEntries(rows)).map(lineOf)));
        const last = rows.at(-1);
        if (!last || rows.length < EXPORT_PAGE) return;
        after = keysetOf(last);
      }
    });
  }

  private find(choice: Choice, after: Keyset | undefined, limit: number): Promise<ActivityRow[]> {
    return this.repository.listEntries({ ...choice, after, limit });
  }

  private async choiceOf({ action, user_type, person, from, to }: ActivityExportDto): Promise<Choice> {
    const people = person === undefined ? undefined : isId(person) ? [person] : await this.repository.findPeople(person);
    return { action, actorType: user_type, people, from: from === undefined ? undefined : new Date(from), to: to === undefined ? undefined : new Date(to) };
  }

  private async toEntries(rows: readonly ActivityRow[]): Promise<ActivityEntryDto[]> {
    const ids = rows.flatMap(({ actor_id, subject_id }) => [actor_id, subject_id]).filter((id) => id !== null);
    const names = await this.repository.namesOf([...new Set(ids)]);
    return rows.map((row) => toEntry(row, names));
  }
}

const keysetOf = ({ keyset_at: at, id }: ActivityRow): Keyset => ({ at, id });

function toEntry(row: ActivityRow, names: ReadonlyMap<string, string>): ActivityEntryDto {
  const shownId = row.subject_type !== null && SHOWN_SUBJECTS.has(row.subject_type) ? row.subject_id : null;
  const subject = row.subject_type === null ? {} : { subject_type: row.subject_type, ...(shownId !== null && { subject_id: shownId }) };
  return {
    id: row.id,
    action: row.action,
    timestamp: row.at.toISOString(),
    user_type: row.actor_type,
    user_id: row.actor_id,
    user_name: (row.actor_id !== null && names.get(row.actor_id)) || null,
    subject_name: (shownId !== null && names.get(shownId)) || null,
    // Whoever may only write the table can name anybody, and is named by `audit:verify`.
    details: { ...row.details, ...subject, ...(!row.is_genuine && { not_written_by_attune: true }) },
  };
}

function lineOf({ id, action, timestamp, user_type, user_id, user_name, subject_name, details }: ActivityEntryDto): string[] {
  const { subject_type: about = '', subject_id: aboutId = '', ...more } = details;
  const rest = Object.entries(more).map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(' ') : String(value)}`);
  return [timestamp, action, user_type, user_name ?? '', user_id ?? '', String(about), subject_name ?? '', String(aboutId), rest.join('; '), id];
}
