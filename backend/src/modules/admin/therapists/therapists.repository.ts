import { Injectable } from '@nestjs/common';
import { Database, Queryable, Statement, statement } from '../../../common/database/database';
import { Keyset, keysetMoment, keysetTime } from '../../../common/paging/paging';
import type { User } from '../../auth/account.entity';
import type { TherapistProfile } from '../../therapists/therapist.entity';

export interface ListedTherapistRow
  extends Pick<User, 'id' | 'email' | 'created_at' | 'is_active' | 'last_login_at'>, Pick<TherapistProfile, 'display_name' | 'custom_slug'> {
  total_bookings: number;
  /** Its calendar is in step, or will be by itself. */
  calendar_connected: boolean;
}

type PagedTherapistRow = ListedTherapistRow & { keyset_at: string };

export interface TherapistFilter {
  /** Part of a name, an address or a link; every character stands for itself. */
  q: string | undefined;
  active: boolean | undefined;
  after: Keyset | undefined;
  limit: number;
}

type Searched = Pick<TherapistFilter, 'q' | 'active'>;

/** A list that is ordered by a column. */
export interface SortedTherapists extends Pick<TherapistFilter, 'q' | 'active' | 'limit'> {
  sort: keyof typeof SORTED_BY;
  order: 'asc' | 'desc';
  offset: number;
}

export interface TherapistPage {
  rows: PagedTherapistRow[];
  /** How many the search finds in all. */
  total: number;
}

const COLUMNS = `u.id, coalesce(p.display_name, u.name) as display_name, p.custom_slug, u.email, coalesce(c.total, 0) as total_bookings,
  u.created_at, u.is_active, u.last_login_at, coalesce(g.state <> 'needs_reconnect', false) as calendar_connected`;
const JOINS = `left join therapist_profiles p on p.therapist_id = u.id left join booking_counts c on c.therapist_id = u.id left join calendar_connections g on g.therapist_id = u.id`;

const FIND = statement<ListedTherapistRow>('admin-therapist', `select ${COLUMNS} from users u ${JOINS} where u.id = $1 and u.user_type = 'therapist'`);

/** What columns are ordered by; those that are the same, by the latest account. */
const SORTED_BY = {
  joined: 'd.created_at',
  name: 'lower(coalesce(p.display_name, u.name))',
  email: 'u.email',
  bookings: 'coalesce(c.total, 0)',
  status: 'd.is_active',
  last_sign_in: 'u.last_login_at',
} as const;

const UPCOMING = statement<{ bookings: number; clients: number }>('admin-therapist-upcoming', `select count(*)::int as bookings, count(distinct client_id)::int as clients from bookings
         where therapist_id = $1 and status = 'confirmed' and starts_at > $2`);

const KEPT_COUNT = statement<{ total: number }>('admin-therapists-count', `select coalesce(sum(total), 0)::int as total from therapist_counts where $1::boolean is null or is_active = $1`);

/** All therapists as the operator sees them. */
@Injectable()
export class AdminTherapistsRepository {
  constructor(private readonly database: Database) {}

  /** The newest account first. The narrow directory is searched; whole accounts are read for the one page only. */
  async listTherapists(filter: TherapistFilter): Promise<TherapistPage> {
    // A search reads the whole directory to count: it does so beside the page and not after it.
    const counted = filter.q === undefined ? undefined : this.count(filter);
    const [rows, found] = await Promise.all([this.page(filter), counted]);
    const isAll = filter.after === undefined && rows.length < filter.limit;
    return { rows, total: isAll ? rows.length : (found ?? (await this.count(filter))) };
  }

  /** Sorting reads every account that the search finds: somebody asked for it by a click. */
  async listSorted({ q, active, sort, order, offset, limit }: SortedTherapists): Promise<{ rows: ListedTherapistRow[]; total: number }> {
    const { where, values, next } = conditionsOf({ q, active });
    const by = `${SORTED_BY[sort]} ${order === 'asc' ? 'asc' : 'desc'} nulls last`;
    const text = `select ${COLUMNS} from therapist_directory d join users u on u.id = d.therapist_id ${JOINS} ${where}
      order by ${by}, d.created_at desc, d.therapist_id desc limit ${next(limit)} offset ${next(offset)}`;
    const [rows, total] = await Promise.all([this.database.query<ListedTherapistRow>({ text }, values), this.count({ q, active })]);
    return { rows, total };
  }

  /** Appointments that are still to come, and whose they are. */
  async countUpcoming(id: string, now: Date): Promise<{ bookings: number; clients: number }> {
    const [counted] = await this.database.query(UPCOMING, [id, now]);
    return counted ?? { bookings: 0, clients: 0 };
  }

  async findTherapist(id: string, on: Queryable = this.database): Promise<ListedTherapistRow | undefined> {
    const [row] = await on.query(FIND, [id]);
    return row;
  }

  private page(filter: TherapistFilter): Promise<PagedTherapistRow[]> {
    const { where, values, next } = conditionsOf(filter);
    const { after, limit } = filter;
    const from = after ? `${where} and (d.created_at, d.therapist_id) < (${keysetMoment(next(after.at))}, ${next(after.id)}::uuid)` : where;
    const text = `select t.*, ${keysetTime('d.created_at')} as keyset_at
      from (select d.therapist_id, d.created_at from therapist_directory d ${from} order by d.created_at desc, d.therapist_id desc limit ${next(limit)}) d
      cross join lateral (select ${COLUMNS} from users u ${JOINS} where u.id = d.therapist_id limit 1) t
      order by d.created_at desc, d.therapist_id desc`;
    const page: Statement<PagedTherapistRow> = { ...prepared(filter), text };
    return this.database.query(page, values);
  }

  /** Without a search the number is kept with the directory. */
  private async count(filter: Searched): Promise<number> {
    const { where, values } = conditionsOf(filter);
    const found: Statement<{ total: number }> = { text: `select count(*)::int as total from therapist_directory d ${where}` };
    const [row] = filter.q === undefined ? await this.database.query(KEPT_COUNT, [filter.active ?? null]) : await this.database.query(found, values);
    return row?.total ?? 0;
  }
}

/** A search is planned for its own text, since that decides which index serves; the rest is prepared once. */
function prepared({ q, active, after }: TherapistFilter): { name?: string } {
  if (q !== undefined) return {};
  return { name: ['admin-therapists', ...(active === undefined ? [] : ['filtered']), ...(after ? ['after'] : [])].join('-') };
}

/** @returns the condition of a search with its values; `next` adds a value and gives its placeholder */
function conditionsOf({ q, active }: Searched): { where: string; values: unknown[]; next: (value: unknown) => string } {
  const values: unknown[] = [];
  const next = (value: unknown): string => `$${values.push(value)}`;
  const conditions = ['true'];
  if (q !== undefined) conditions.push(`d.search like '%' || lower(${next(escapeLike(q))}) || '%'`);
  if (active !== undefined) conditions.push(`d.is_active = ${next(active)}`);
  return { where: `where ${conditions.join(' and ')}`, values, next };
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
