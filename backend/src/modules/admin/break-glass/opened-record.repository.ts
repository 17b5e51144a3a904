import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, Statement, statement } from '../../../common/database/database';
import { Keyset, keysetMoment, keysetTime } from '../../../common/paging/paging';

export interface OpenedProfile {
  id: string;
  email: string;
  display_name: string;
  bio: string;
  credentials: string;
  languages: string[];
  timezone: string;
  custom_slug: string | null;
  created_at: Date;
}

interface PagedRow {
  id: string;
  keyset_at: string;
}

export interface OpenedBooking extends PagedRow {
  client_id: string;
  client_name: string;
  client_email: string;
  client_phone: string | null;
  local_date: string;
  local_time: string;
  timezone: string;
  starts_at: Date;
  duration_minutes: number;
  service_name: string;
  session_type: string;
  status: 'confirmed' | 'completed' | 'cancelled';
  /** Decrypts; only what is shown is opened. */
  notes(): string | null;
  created_at: Date;
}

export interface OpenedSessionNote extends PagedRow {
  client_id: string | null;
  client_name: string | null;
  booking_id: string | null;
  /** Decrypts; only what is shown is opened. */
  texts(): { title: string; content: string; summary: string | null };
  is_client_visible: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface OpenedCarePlan extends PagedRow {
  client_id: string;
  client_name: string;
  /** Decrypts; only what is shown is opened. */
  texts(): { title: string; description: string; recommended_actions: string[] };
  follow_up_date: string | null;
  published_at: Date | null;
  created_at: Date;
}

/** What SQL gives back: these columns are encrypted. */
type BookingRow = Omit<OpenedBooking, 'notes'> & { notes: Buffer | null };
type SessionNoteRow = Omit<OpenedSessionNote, 'texts'> & { title: Buffer; content: Buffer; summary: Buffer | null };
type CarePlanRow = Omit<OpenedCarePlan, 'texts'> & { title: Buffer; description: Buffer; recommended_actions: Buffer };

/** One page of a list that is ordered by `time`, the newest first. */
function pages(name: string, columns: string, from: string, time: string): { first: Statement; next: Statement } {
  const select = `select ${columns}, ${keysetTime(time)} as keyset_at from ${from} where r.therapist_id = $1`;
  const order = `order by ${time} desc, r.id desc limit $2`;
  return {
    first: statement(`opened-${name}`, `${select} ${order}`),
    next: statement(`opened-${name}-next`, `${select} and (${time}, r.id) < (${keysetMoment('$3')}, $4::uuid) ${order}`),
  };
}

const PROFILE = statement('opened-profile', `select u.id, u.email, coalesce(p.display_name, u.name) as display_name, coalesce(p.bio, '') as bio, coalesce(p.credentials, '') as credentials,
           coalesce(p.languages, '{}') as languages, coalesce(p.timezone, '') as timezone, p.custom_slug, u.created_at
         from users u left join therapist_profiles p on p.therapist_id = u.id where u.id = $1 and u.user_type = 'therapist'`);
const BOOKINGS = pages(
  'bookings',
  `r.id, r.client_id, r.client_name, r.client_email, r.client_phone, to_char(r.local_date, 'YYYY-MM-DD') as local_date, r.local_time, r.timezone,
   r.starts_at, r.duration_minutes, r.service_name, r.session_type, r.status, r.notes, r.created_at`,
  'bookings r',
  'r.starts_at',
);
/** A note belongs to a client directly, or by its appointment. */
const SESSION_NOTES = pages(
  'session-notes',
  `r.id, coalesce(r.client_id, b.client_id) as client_id, c.name as client_name, r.booking_id, r.title, r.content, r.summary, r.is_client_visible,
   r.created_at, r.updated_at`,
  `session_notes r left join bookings b on b.id = r.booking_id and b.therapist_id = r.therapist_id left join clients c on c.id = coalesce(r.client_id, b.client_id)`,
  'r.created_at',
);
const CARE_PLANS = pages(
  'care-plans',
  `r.id, r.client_id, c.name as client_name, r.title, r.description, r.recommended_actions, to_char(r.follow_up_date, 'YYYY-MM-DD') as follow_up_date,
   r.published_at, r.created_at`,
  'care_plans r join clients c on c.id = r.client_id',
  'r.created_at',
);

/** A therapist's records as an emergency access shows them. Reads, never writes. */
@Injectable()
export class OpenedRecordRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  async findProfile(therapistId: string): Promise<OpenedProfile | undefined> {
    const [row] = await this.database.query<OpenedProfile>(PROFILE, [therapistId]);
    return row;
  }

  async listBookings(therapistId: string, limit: number, after: Keyset | undefined): Promise<OpenedBooking[]> {
    const rows = await this.readPage<BookingRow>(BOOKINGS, therapistId, limit, after);
    return rows.map((row) => ({ ...row, notes: () => row.notes && this.open('bookings', 'notes', row.id, row.notes) }));
  }

  async listSessionNotes(therapistId: string, limit: number, after: Keyset | undefined): Promise<OpenedSessionNote[]> {
    const rows = await this.readPage<SessionNoteRow>(SESSION_NOTES, therapistId, limit, after);
    return rows.map((row) => {
      const open = (column: string, value: Buffer): string => this.open('session_notes', column, row.id, value);
      return { ...row, texts: () => ({ title: open('title', row.title), content: open('content', row.content), summary: row.summary && open('summary', row.summary) }) };
    });
  }

  async listCarePlans(therapistId: string, limit: number, after: Keyset | undefined): Promise<OpenedCarePlan[]> {
    const rows = await this.readPage<CarePlanRow>(CARE_PLANS, therapistId, limit, after);
    return rows.map((row) => {
      const open = (column: 'title' | 'description' | 'recommended_actions'): string => this.open('care_plans', column, row.id, row[column]);
      const texts = (): ReturnType<OpenedCarePlan['texts']> => ({
        title: open('title'),
        description: open('description'),
        recommended_actions: JSON.parse(open('recommended_actions')) as string[],
      });
      return { ...row, texts };
    });
  }

  private readPage<Row>(of: ReturnType<typeof pages>, therapistId: string, limit: number, after: Keyset | undefined): Promise<Row[]> {
    return after ? this.database.query<Row>(of.next, [therapistId, limit, after.at, after.id]) : this.database.query<Row>(of.first, [therapistId, limit]);
  }

  private open(table: string, column: string, rowId: string, value: Buffer): string {
    return this.cipher.decrypt(value, { table, column, rowId });
  }
}
