import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../common/database/database';
import type { Administrator } from '../../auth/account.entity';

type AdministratorIdentity = Pick<Administrator, 'username' | 'role'>;

/** What Postgres tells of itself and of what waits in it. */
export interface DatabaseFacts {
  version: string;
  /** By its own clock. */
  now: Date;
  /** A mail was tried and not taken, or has been due for more than two minutes, and is still to go out. */
  mail_waits: boolean;
  /** Upkeep, or a deletion, has been due for longer than any of it may take. */
  upkeep_waits: boolean;
}

const IDENTITY = statement<AdministratorIdentity>('administrator-identity', 'select username, role from administrators where id = $1 and is_active');

const FACTS = statement<DatabaseFacts>('integration-facts', `select split_part(current_setting('server_version'), ' ', 1) as version, clock_timestamp() as now,
           exists (select from outbox where state in ('pending', 'queued') and queue in ('code-mail', 'mail')
             and (last_error is not null or available_at < now() - interval '2 minutes')) as mail_waits,
           exists (select from outbox where state in ('pending', 'queued') and queue in ('maintenance', 'deletions') and available_at < now() - interval '15 minutes') as upkeep_waits`);

/** Therapists' own calendars: those that are in step, and those whose therapist has to do something. */
export interface CalendarFacts {
  connected: number;
  out_of_step: number;
}

const CALENDARS = statement<CalendarFacts>('calendar-facts', `select count(*) filter (where c.state <> 'needs_reconnect')::int as connected,
           count(*) filter (where c.state = 'needs_reconnect')::int as out_of_step
         from calendar_connections c join users u on u.id = c.therapist_id and u.is_active`);

/** What waits, what went out and what is kept. */
export interface OperationFacts {
  jobs_waiting: number;
  oldest_job_at: Date | null;
  mails_sent: number;
  mails_failed: number;
  database_bytes: number;
  files: number;
  files_bytes: number;
}

/** Done jobs of every kind are kept for an hour. */
const OPERATION = statement<OperationFacts>('operation-facts', `select w.*, m.*, f.*, pg_database_size(current_database())::float8 as database_bytes,
           (select count(*)::int from outbox where state = 'done' and queue in ('code-mail', 'mail') and finished_at > now() - interval '1 hour') as mails_sent
         from (select count(*)::int as jobs_waiting, min(available_at) as oldest_job_at from outbox where state in ('pending', 'queued') and available_at <= now()) w,
              (select count(*)::int as mails_failed from outbox where state = 'failed' and queue in ('code-mail', 'mail')) m,
              (select count(*)::int as files, coalesce(sum(file_size), 0)::float8 as files_bytes from session_note_files) f`);

/** What the first page of the operator's area shows beside the figures. */
@Injectable()
export class DashboardRepository {
  constructor(private readonly database: Database) {}

  /** @returns undefined when the administrator is gone or disabled */
  async findAdministrator(id: string): Promise<AdministratorIdentity | undefined> {
    const [administrator] = await this.database.query(IDENTITY, [id]);
    return administrator;
  }

  async readOperation(): Promise<OperationFacts> {
    const [facts] = await this.database.query(OPERATION);
    if (!facts) throw new Error('Postgres told nothing of its work');
    return facts;
  }

  async readCalendars(): Promise<CalendarFacts> {
    const [facts] = await this.database.query(CALENDARS);
    if (!facts) throw new Error('a count gave no row');
    return facts;
  }

  async readFacts(): Promise<DatabaseFacts> {
    const [facts] = await this.database.query(FACTS);
    if (!facts) throw new Error('Postgres told nothing of itself');
    return facts;
  }
}
