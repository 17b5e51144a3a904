import { Injectable } from '@nestjs/common';
import { readCursor, writeCursor } from '../../common/database/keyset';
import { nextLink } from '../../common/http/next-link';
import { AppConfig } from '../../config/app-config';
import { AdminTherapistsRepository, ListedTherapistRow } from './admin-therapists.repository';
import { CalendarConnections } from './calendar-connections.service';
import { ListedTherapistDto, TherapistListDto, TherapistListQueryDto } from './dto/therapists.dto';

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
