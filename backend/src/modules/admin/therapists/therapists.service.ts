import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { pageOf, placedPageOf, readCursor, readPlace } from '../../../common/paging/paging';
import { Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { AccountsService } from '../../auth/sign-in/accounts.service';
import * as messages from '../messages';
import { ListedTherapistDto, TherapistListDto, TherapistListQueryDto, TherapistToCloseDto } from './therapists.dto';
import { AdminTherapistsRepository, ListedTherapistRow } from './therapists.repository';

const PAGE_ROWS = 50;

export interface TherapistListPage extends TherapistListDto {
  /** A `Link` header value when there is more. */
  link: string | undefined;
}

/** The operator's list of therapists, who are activated and deactivated there. */
@Injectable()
export class AdminTherapistsService {
  constructor(
    private readonly repository: AdminTherapistsRepository,
    private readonly accounts: AccountsService,
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** The newest account first, or as it was asked for. @throws DomainError invalid for a cursor that no page gave */
  async list(query: TherapistListQueryDto): Promise<TherapistListPage> {
    const limit = query.limit ?? PAGE_ROWS;
    const { q, sort = 'joined', order = 'desc' } = query;
    const active = query.status && query.status === 'active';
    const url = `${this.config.publicUrl}/api/admin/therapists`;
    if (sort === 'joined' && order === 'desc') {
      const found = await this.repository.listTherapists({ q, active, after: readCursor(query.cursor), limit: limit + 1 });
      const { rows, link } = pageOf(found.rows, limit, url, query, ({ keyset_at: at, id }) => ({ at, id }));
      return { therapists: rows.map(toListed), total: found.total, link };
    }
    const offset = readPlace(query.cursor);
    const found = await this.repository.listSorted({ q, active, sort, order, offset, limit: limit + 1 });
    const { rows, link } = placedPageOf(found.rows, { limit, offset }, url, query);
    return { therapists: rows.map(toListed), total: found.total, link };
  }

  /** One with what closing the account would touch. @throws DomainError not_found */
  async show(therapistId: string): Promise<TherapistToCloseDto> {
    const [therapist, upcoming] = await Promise.all([this.repository.findTherapist(therapistId), this.repository.countUpcoming(therapistId, this.clock.now())]);
    if (!therapist) throw new DomainError('not_found', messages.noSuchTherapist);
    return { therapist: toListed(therapist), upcoming_bookings: upcoming.bookings, upcoming_clients: upcoming.clients };
  }

  /**
   * Setting what is set already changes nothing and ends no session. It holds from the commit on: for live sessions, for public pages,
   * for new bookings. The therapist, and the clients with an appointment to come, are told by mail.
   * @returns the therapist's row of the list. @throws DomainError not_found
   */
  async setActive(actor: Actor, therapistId: string, active: boolean): Promise<ListedTherapistDto> {
    const therapist = await this.works.begin(actor, async (work) => {
      const present = await this.repository.findTherapist(therapistId, work.tx);
      if (!present || present.is_active === active) return present;
      await this.accounts.setTherapistActive(work, therapistId, active);
      const action = active ? 'activate_therapist' : 'deactivate_therapist';
      await work.record({ action, subjectType: 'therapist', subjectId: therapistId });
      return this.repository.findTherapist(therapistId, work.tx);
    });
    if (!therapist) throw new DomainError('not_found', messages.noSuchTherapist);
    return toListed(therapist);
  }
}

function toListed(row: ListedTherapistRow): ListedTherapistDto {
  return {
    id: row.id,
    display_name: row.display_name,
    custom_slug: row.custom_slug,
    email: row.email,
    total_bookings: row.total_bookings,
    calendar_connected: row.calendar_connected,
    created_at: row.created_at.toISOString(),
    is_active: row.is_active,
    last_login_at: row.last_login_at?.toISOString() ?? null,
  };
}
