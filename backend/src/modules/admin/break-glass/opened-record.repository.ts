import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { markingOf, RowMarks } from '../../../common/crypto/row-marks';
import { sealedPlace } from '../../../common/crypto/sealed';
import { Database, Statement, statement } from '../../../common/database/database';
import { Keyset, keysetMoment, keysetTime } from '../../../common/paging/paging';
import type { User } from '../../auth/account.entity';
import type { Booking } from '../../bookings/booking.entity';
import type { CarePlan } from '../../care-plans/care-plan.entity';
import type { Client } from '../../clients/client.entity';
import type { IntakeRequest } from '../../intake-forms/intake-form.entity';
import type { SessionNote } from '../../session-notes/session-note.entity';
import type { OpenGrant } from './break-glass.repository';

/** The client, and the therapists whose records are open. */
export interface OpenedPerson extends Pick<Client, 'id' | 'name' | 'email' | 'phone'> {
  therapists: OpenedTherapist[];
}

export interface OpenedTherapist extends Pick<User, 'id' | 'email'> {
  display_name: string;
}

interface PagedRow {
  keyset_at: string;
  therapist_name: string;
}

type BookingFields = 'client_name' | 'client_email' | 'client_phone' | 'local_date' | 'local_time' | 'timezone' | 'starts_at';

export interface OpenedBooking
  extends PagedRow, Pick<Booking, 'id' | BookingFields | 'duration_minutes' | 'service_name' | 'session_type' | 'place_kind' | 'place_detail' | 'status' | 'by_visitor' | 'created_at'> {
  /** Whether that therapist's forms, notes and plans are open, too. */
  is_open: boolean;
  /** Decrypts; only what is shown is opened. */
  notes(): string | null;
}

export type OpenedIntakeForm = PagedRow & Pick<IntakeRequest, 'id' | 'completed_at'>;

export interface OpenedSessionNote extends PagedRow, Pick<SessionNote, 'id' | 'booking_id' | 'is_client_visible' | 'created_at' | 'updated_at'> {
  /** Decrypts; only what is shown is opened. */
  texts(): { title: string; content: string; summary: string | null };
}

export interface OpenedCarePlan extends PagedRow, Pick<CarePlan, 'id' | 'follow_up_date' | 'published_at' | 'created_at'> {
  /** Decrypts; only what is shown is opened. */
  texts(): { title: string; description: string; recommended_actions: string[]; goals: string[] };
}

/** Whose a row is; a note belongs to a client directly, or by its appointment. */
type Owned = Pick<Booking, 'therapist_id' | 'client_id'>;

/** What SQL gives back: these columns are encrypted. */
type BookingRow = Omit<OpenedBooking, 'notes'> & Owned & Pick<Booking, 'notes'>;
type SessionNoteRow = Omit<OpenedSessionNote, 'texts'> & Owned & Pick<SessionNote, 'title' | 'content' | 'summary'>;
type CarePlanRow = Omit<OpenedCarePlan, 'texts'> & Owned & Pick<CarePlan, 'title' | 'description' | 'recommended_actions' | 'goals'>;

/** In the place of a text that does not open. */
const UNOPENED = 'This text cannot be opened: its row was changed in the database.';

interface Pages<Row> {
  first: Statement<Row>;
  next: Statement<Row>;
}

const THERAPISTS = 'select t.therapist_id from break_glass_therapists t where t.grant_id = $2';

/** The SQL of a list's pages: of the client, with the therapists who were told; ordered by `time`, the newest first. @param also which other rows are shown @param only which of all these are */
function pages(columns: string, from: string, time: string, { client = 'r.client_id', also = 'false', only = 'true' } = {}): { first: string; next: string } {
  const select = `select r.id, r.therapist_id, ${client} as client_id, coalesce(p.display_name, u.name) as therapist_name, ${columns}, ${keysetTime(time)} as keyset_at
    from ${from} join users u on u.id = r.therapist_id left join therapist_profiles p on p.therapist_id = r.therapist_id
    where ${client} = any($1::uuid[]) and (r.therapist_id in (${THERAPISTS}) or ${also}) and ${only}`;
  const order = `order by ${time} desc, r.id desc limit $3`;
  return { first: `${select} ${order}`, next: `${select} and (${time}, r.id) < (${keysetMoment('$4')}, $5::uuid) ${order}` };
}

const PERSON = statement<Omit<OpenedPerson, 'therapists'>>('opened-person', 'select id, name, email, phone from clients where id = $1');
const PERSON_THERAPISTS = statement<OpenedTherapist>(
  'opened-therapists',
  `select u.id, u.email, coalesce(p.display_name, u.name) as display_name
   from break_glass_therapists t join users u on u.id = t.therapist_id left join therapist_profiles p on p.therapist_id = t.therapist_id
   where t.grant_id = $1 order by display_name, u.id`,
);
const bookingPages = pages(
  `r.client_name, r.client_email, r.client_phone, to_char(r.local_date, 'YYYY-MM-DD') as local_date, r.local_time, r.timezone,
   r.starts_at, r.duration_minutes, r.service_name, r.session_type, r.place_kind, r.place_detail, r.status, r.by_visitor, r.notes, r.created_at,
   r.therapist_id in (${THERAPISTS}) as is_open`,
  'bookings r',
  'r.starts_at',
  // What a visitor booked is often all there is of a client; whose it is says nothing of who was told.
  { also: 'r.by_stranger' },
);
const BOOKINGS: Pages<BookingRow> = {
  first: statement<BookingRow>('opened-bookings', bookingPages.first),
  next: statement<BookingRow>('opened-bookings-next', bookingPages.next),
};
/** Only what the client signed off: what is half-typed was sent to nobody. */
const intakePages = pages('r.completed_at', 'intake_requests r', 'r.completed_at', { only: 'r.completed_at is not null' });
const INTAKE_FORMS: Pages<OpenedIntakeForm & Owned> = {
  first: statement<OpenedIntakeForm & Owned>('opened-intake-forms', intakePages.first),
  next: statement<OpenedIntakeForm & Owned>('opened-intake-forms-next', intakePages.next),
};
/** A note belongs to a client directly, or by its appointment. */
const sessionNotePages = pages(
  'r.booking_id, r.title, r.content, r.summary, r.is_client_visible, r.created_at, r.updated_at',
  'session_notes r left join bookings b on b.id = r.booking_id and b.therapist_id = r.therapist_id',
  'r.created_at',
  { client: 'coalesce(r.client_id, b.client_id)', only: 'not r.is_private' },
);
const SESSION_NOTES: Pages<SessionNoteRow> = {
  first: statement<SessionNoteRow>('opened-session-notes', sessionNotePages.first),
  next: statement<SessionNoteRow>('opened-session-notes-next', sessionNotePages.next),
};
/** What their therapists keep to themselves is not shown, and said to be there. */
const PRIVATE_NOTES = statement<{ notes: number }>(
  'opened-private-notes',
  `select count(*)::int as notes from session_notes r left join bookings b on b.id = r.booking_id and b.therapist_id = r.therapist_id
   where coalesce(r.client_id, b.client_id) = any($1::uuid[]) and r.therapist_id in (${THERAPISTS}) and r.is_private`,
);
const carePlanPages = pages(
  `r.title, r.description, r.recommended_actions, r.goals, to_char(r.follow_up_date, 'YYYY-MM-DD') as follow_up_date, r.published_at, r.created_at`,
  'care_plans r',
  'r.created_at',
);
const CARE_PLANS: Pages<CarePlanRow> = {
  first: statement<CarePlanRow>('opened-care-plans', carePlanPages.first),
  next: statement<CarePlanRow>('opened-care-plans-next', carePlanPages.next),
};

/** A client's record as an emergency access shows it: what the therapists have who were told of the access, and what visitors booked. Reads, never writes. */
@Injectable()
export class OpenedRecordRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly marks: RowMarks,
  ) {}

  async findPerson({ id, clientId }: OpenGrant): Promise<OpenedPerson | undefined> {
    const [person] = await this.database.query(PERSON, [clientId]);
    return person && { ...person, therapists: await this.database.query(PERSON_THERAPISTS, [id]) };
  }

  async listBookings(opened: OpenGrant, limit: number, after: Keyset | undefined): Promise<OpenedBooking[]> {
    const rows = await this.readPage(BOOKINGS, opened, limit, after);
    return rows.map((row) => ({ ...row, notes: () => row.notes && this.open('bookings', 'notes', row, row.notes) }));
  }

  /** Which forms were completed; the answers are read by whoever keeps them. */
  listIntakeForms(opened: OpenGrant, limit: number, after: Keyset | undefined): Promise<OpenedIntakeForm[]> {
    return this.readPage(INTAKE_FORMS, opened, limit, after);
  }

  async listSessionNotes(opened: OpenGrant, limit: number, after: Keyset | undefined): Promise<OpenedSessionNote[]> {
    const rows = await this.readPage(SESSION_NOTES, opened, limit, after);
    const foreign = await this.foreignAmong('session_notes', rows);
    return rows.map((row) => {
      // Nobody knows whether its therapist kept it to themselves.
      const open = (column: string, value: Buffer): string => (foreign.has(row.id) ? null : this.open('session_notes', column, row, value)) ?? UNOPENED;
      return { ...row, texts: () => ({ title: open('title', row.title), content: open('content', row.content), summary: row.summary && open('summary', row.summary) }) };
    });
  }

  async countPrivateNotes({ id, own }: OpenGrant): Promise<number> {
    const [row] = await this.database.query(PRIVATE_NOTES, [own, id]);
    return row?.notes ?? 0;
  }

  async listCarePlans(opened: OpenGrant, limit: number, after: Keyset | undefined): Promise<OpenedCarePlan[]> {
    const rows = await this.readPage(CARE_PLANS, opened, limit, after);
    const foreign = await this.foreignAmong('care_plans', rows);
    return rows.map((row) => {
      const open = (column: string, value: Buffer | null): string | null => (value && !foreign.has(row.id) ? this.open('care_plans', column, row, value) : null);
      const texts = (): ReturnType<OpenedCarePlan['texts']> => ({
        title: open('title', row.title) ?? UNOPENED,
        description: open('description', row.description) ?? UNOPENED,
        recommended_actions: linesOf(open('recommended_actions', row.recommended_actions)),
        goals: linesOf(open('goals', row.goals)),
      });
      return { ...row, texts };
    });
  }

  /** Those that are not as their therapist left them. */
  private async foreignAmong(table: string, rows: readonly { id: string }[]): Promise<ReadonlySet<string>> {
    return new Set(await this.marks.listForeign(markingOf(table), rows.map(({ id }) => id)));
  }

  private readPage<Row>(of: Pages<Row>, { id, own }: OpenGrant, limit: number, after: Keyset | undefined): Promise<Row[]> {
    return after ? this.database.query(of.next, [own, id, limit, after.at, after.id]) : this.database.query(of.first, [own, id, limit]);
  }

  /** @returns null where it does not open: the row was changed or given to somebody else */
  private open(table: string, column: string, row: Owned & { id: string }, value: Buffer): string | null {
    return this.cipher.tryDecrypt(value, sealedPlace(table, column, row)) ?? null;
  }
}

/** The words of a plan's actions or goals. Actions of older plans were words only. */
function linesOf(json: string | null): string[] {
  const parts = JSON.parse(json ?? '[]') as (string | { text: string; progress?: number })[];
  return parts.map((part) => {
    if (typeof part === 'string') return part;
    return part.progress === undefined ? part.text : `${part.text} (${part.progress} %)`;
  });
}
