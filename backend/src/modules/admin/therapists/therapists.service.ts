import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Database } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { nextLink, readCursor, writeCursor } from '../../../common/paging/paging';
import { AppConfig } from '../../../config/app-config';
import { ActivityLog } from '../../activity-log/activity-log.service';
import { AccountStatusService } from '../../auth/sign-in/account-status.service';
import { CalendarConnections } from '../dashboard/dashboard.service';
import * as messages from '../messages';
import { ListedTherapistDto, TherapistListDto, TherapistListQueryDto } from './therapists.dto';
import { AdminTherapistsRepository, ListedTherapistRow } from './therapists.repository';

const PAGE_ROWS = 50;

export interface TherapistListPage extends TherapistListDto {
  /** A `Link` header value when there is more. */
  link: string | undefined;
}

/** The operator's list of therapists. */
@Injectable()
export class AdminTherapistsService {
  constructor(
    private readonly repository: AdminTherapistsRepository,
    private readonly calendars: CalendarConnections,
    private readonly config: AppConfig,
  ) {}

  /** The newest account first. @throws DomainError invalid for a cursor that no page gave */
  async list(query: TherapistListQueryDto): Promise<TherapistListPage> {
    const limit = query.limit ?? PAGE_ROWS;
    const active = query.status && query.status === 'active';
    const { rows, total } = await this.repository.list({ q: query.q, active, after: readCursor(query.cursor), limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      therapists: await this.toDtos(page),
      total,
      link: last && nextLink(`${this.config.publicUrl}/api/admin/therapists`, { ...query, cursor: writeCursor({ at: last.keyset_at, id: last.id }) }),
    };
  }

  async toDtos(rows: readonly ListedTherapistRow[]): Promise<ListedTherapistDto[]> {
    const connected = await this.calendars.among(rows.map(({ id }) => id));
    return rows.map((row) => ({
      id: row.id,
      display_name: row.display_name,
      custom_slug: row.custom_slug,
      email: row.email,
      total_bookings: row.total_bookings,
      calendar_connected: connected.has(row.id),
      created_at: row.created_at.toISOString(),
      is_active: row.is_active,
      last_login_at: row.last_login_at?.toISOString() ?? null,
    }));
  }
}

/** Activates and deactivates therapists. It holds from the commit on: for live sessions, for public pages, for new bookings. */
@Injectable()
export class TherapistStatusService {
  constructor(
    private readonly accounts: AccountStatusService,
    private readonly therapists: AdminTherapistsRepository,
    private readonly lists: AdminTherapistsService,
    private readonly activity: ActivityLog,
    private readonly database: Database,
  ) {}

  /**
   * Setting what is set already changes nothing and ends no session.
   * @returns the therapist's row of the list. @throws DomainError not_found
   */
  async setActive(actor: Actor, therapistId: string, active: boolean): Promise<ListedTherapistDto> {
    const row = await this.database.transaction(async (tx) => {
      const present = await this.therapists.find(therapistId, tx);
      if (!present || present.is_active === active) return present;
      await this.accounts.setActive(tx, therapistId, active);
      const action = active ? 'activate_therapist' : 'deactivate_therapist';
      await this.activity.record(tx, actor, { action, subjectType: 'therapist', subjectId: therapistId });
      return this.therapists.find(therapistId, tx);
    });
    const [therapist] = await this.lists.toDtos(row ? [row] : []);
    if (!therapist) throw new DomainError('not_found', messages.noSuchTherapist);
    return therapist;
  }
}
