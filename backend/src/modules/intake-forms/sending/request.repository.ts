import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { newToken } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { Keyset, keysetMoment, keysetTime } from '../../../common/paging/paging';
import { isOfClient } from '../../clients/links/client-links.service';
import { nameOfClient, practicesGoneTo } from '../../clients/persons/persons.service';
import type { User } from '../../auth/account.entity';
import type { Booking } from '../../bookings/booking.entity';
import { MOST_FORMS_OF_SERVICE } from '../builder/form-rules';
import { IntakeAnswer, IntakeFormVersion, IntakeRequest, REQUEST_OWNER, RequestOwner } from '../intake-form.entity';
import { RequestSeals } from './request-seals';
import type { RequestStatus } from './request-status';

/** How long after its appointment, or after it was sent by hand, a form can be filled in. */
export const OPEN_DAYS = { afterAppointment: 14, byHand: 60 } as const;

/** A form that is to be sent. */
export interface NewRequest extends Pick<IntakeRequest, 'id' | 'therapist_id' | 'client_id' | 'booking_id' | 'form_id' | 'version_id' | 'created_at' | 'expires_at'> {
  /** The secret of its link, plain. */
  token: string;
}

/** A form that goes out with a booking. */
export type FormOfBooking = Pick<IntakeRequest, 'therapist_id' | 'client_id' | 'form_id' | 'version_id'> & Pick<Booking, 'ends_at'>;

/** Where a request stands. */
export type RequestTimes = Pick<IntakeRequest, 'created_at' | 'opened_at' | 'started_at' | 'completed_at' | 'withdrawn_at' | 'expires_at'> & {
  booking_status: Booking['status'] | null;
};

/** One line of a therapist's list. */
export interface ListedRequest extends RequestTimes, Pick<IntakeRequest, 'id' | 'form_id' | 'booking_id' | 'client_id' | 'reminded_at'> {
  client_name: string;
  title: IntakeFormVersion['title'];
  /** Of the appointment. */
  starts_at: Date | null;
  timezone: string | null;
  at: string;
}

/** What a mail that brings the link needs. */
export interface RequestMail extends RequestTimes, Pick<IntakeRequest, 'id' | 'therapist_id' | 'client_id' | 'reminded_at'> {
  client_email: string;
  therapist_name: User['name'];
  starts_at: Date | null;
  ends_at: Date | null;
  timezone: string | null;
  client_timezone: string | null;
  /** Decrypts. */
  token(): string;
}

type RequestMailRow = Omit<RequestMail, 'token'> & SealedToken;

type SealedToken = RequestOwner & Pick<IntakeRequest, 'token'>;

/** Which of a therapist's requests are listed. */
export interface RequestFilter {
  bookingIds: readonly string[] | undefined;
  formId: string | undefined;
  clientId: string | undefined;
  status: RequestStatus | undefined;
  now: Date;
  after: Keyset | undefined;
  limit: number;
}

/** With its booking, until a while after the appointment, wherever that has moved. */
export const EXPIRES_AT = `greatest(r.expires_at, b.ends_at + interval '${OPEN_DAYS.afterAppointment} days')`;
/** What `statusOf` says, of requests `r` with their appointments `b`. */
const statusAt = (now: string): string => `case when r.completed_at is not null then 'completed' when r.withdrawn_at is not null then 'withdrawn'
           when b.status = 'cancelled' then 'cancelled' when ${EXPIRES_AT} <= ${now} then 'expired'
           when r.started_at is not null then 'started' when r.opened_at is not null then 'opened' else 'sent' end`;
export const CLIENT_NAME = nameOfClient('r.client_id', 'r.therapist_id');
/** The select list of {@link RequestOwner}, of requests `r`, but for the id. */
export const OWNER_COLUMNS = 'r.therapist_id, r.client_id, r.form_id, r.version_id, r.token_hash';
/** The select list of {@link RequestTimes}. */
export const REQUEST_TIMES = `r.created_at, r.opened_at, r.started_at, r.completed_at, r.withdrawn_at, ${EXPIRES_AT} as expires_at, b.status as booking_status`;

const FORMS_OF_BOOKING = statement<FormOfBooking>('intake-forms-of-booking', `select s.therapist_id, b.client_id, s.form_id, v.id as version_id, b.ends_at
         from bookings b
         join service_intake_forms s on s.service_id = b.service_id and s.therapist_id = b.therapist_id
         join intake_forms f on f.id = s.form_id and f.archived_at is null
         join intake_form_versions v on v.form_id = f.id and v.version = f.version
         where b.id = $1 and b.status = 'confirmed'
           and (s.every_booking or not exists (select from intake_requests r where r.client_id = b.client_id and r.form_id = s.form_id and r.completed_at is not null))
         order by f.created_at, f.id limit ${MOST_FORMS_OF_SERVICE}`);

const INSERT = statement<Pick<IntakeRequest, 'id'>>('intake-request-insert', `insert into intake_requests
         (id, therapist_id, client_id, booking_id, form_id, version_id, token_hash, token, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict do nothing returning id`);

const WAITING_OF_BOOKING = statement<SealedToken>('intake-requests-of-booking', `select r.id, ${OWNER_COLUMNS}, r.token from intake_requests r
         where booking_id = $1 and completed_at is null and withdrawn_at is null order by created_at, id`);

/** A form of one's own that can be sent, to a person of one's own. */
const SENDABLE = statement<Pick<IntakeRequest, 'version_id' | 'client_id'> & { waiting: boolean }>('intake-form-sendable', `select v.id as version_id, t.client_id,
           exists (select from intake_requests r where r.form_id = f.id and r.client_id = t.client_id and r.booking_id is null
                    and r.completed_at is null and r.withdrawn_at is null and r.expires_at > $4) as waiting
         from intake_forms f
         join intake_form_versions v on v.form_id = f.id and v.version = f.version
         join therapist_clients t on t.therapist_id = f.therapist_id and t.client_id = $3
         where f.id = $2 and f.therapist_id = $1 and f.archived_at is null`);

const BOOKING_OF = statement<Pick<Booking, 'client_id' | 'status' | 'starts_at' | 'ends_at'>>(
  'intake-booking-of-therapist',
  'select client_id, status, starts_at, ends_at from bookings where id = $1 and therapist_id = $2',
);

const LISTED = `select r.id, r.form_id, r.booking_id, r.client_id, r.reminded_at, ${CLIENT_NAME} as client_name, v.title,
           b.starts_at, b.timezone, ${REQUEST_TIMES}, ${keysetTime('r.created_at')} as at
         from intake_requests r
         join intake_form_versions v on v.id = r.version_id
         left join bookings b on b.id = r.booking_id`;

const LIST = statement<ListedRequest>('intake-request-list', `${LISTED}
         where r.therapist_id = $1 and ($2::uuid[] is null or r.booking_id = any($2)) and ($3::uuid is null or r.form_id = $3)
           and ($4::uuid is null or ${isOfClient('r.client_id', '$1', '$4')}) and ($5::text is null or ${statusAt('$6::timestamptz')} = $5)
           and ($7::text is null or (r.created_at, r.id) < (${keysetMoment('$7')}, $8::uuid))
         order by r.created_at desc, r.id desc limit $9`);
const FIND_OWNED = statement<ListedRequest>('intake-request-owned', `${LISTED} where r.id = $1 and r.therapist_id = $2`);
/** What somebody booked for their address pushes nothing aside of a practice that knows them. */
const LIST_OF_CLIENT = statement<ListedRequest & Pick<RequestMail, 'therapist_name'>>('intake-requests-of-client', `select l.*, coalesce(p.display_name, u.name) as therapist_name
         from (${LISTED} where r.client_id = any($1::uuid[]) and r.withdrawn_at is null
           order by (r.therapist_id, r.client_id) in ${practicesGoneTo('$1::uuid[]', 't.therapist_id, t.client_id')} desc, r.created_at desc, r.id desc limit $2) l
         join intake_requests o on o.id = l.id
         join users u on u.id = o.therapist_id
         left join therapist_profiles p on p.therapist_id = o.therapist_id
         order by l.created_at desc, l.id desc`);
const TOKEN_OF_CLIENT = statement<SealedToken>('intake-request-token-of-client', `select r.id, ${OWNER_COLUMNS}, r.token from intake_requests r
         where id = $1 and client_id = any($2::uuid[]) and withdrawn_at is null`);

const SELECT_FOR_MAIL = `select r.id, ${OWNER_COLUMNS}, r.token, r.reminded_at, ${REQUEST_TIMES}, c.email as client_email,
           coalesce(p.display_name, u.name) as therapist_name, b.starts_at, b.ends_at, b.timezone, b.client_timezone
         from intake_requests r
         join clients c on c.id = r.client_id
         join users u on u.id = r.therapist_id and u.is_active
         left join therapist_profiles p on p.therapist_id = r.therapist_id
         left join bookings b on b.id = r.booking_id`;
const FOR_MAIL = statement<RequestMailRow>('intake-request-for-mail', `${SELECT_FOR_MAIL} where r.id = $1`);
const WAITING_FOR_MAIL = statement<RequestMailRow>('intake-requests-waiting-for-mail', `${SELECT_FOR_MAIL}
         where r.client_id = $1 and r.completed_at is null and r.withdrawn_at is null order by r.created_at desc, r.id desc`);

const WITHDRAW = statement<Pick<IntakeRequest, 'client_id'>>('intake-request-withdraw', `update intake_requests set withdrawn_at = $3
         where id = $1 and therapist_id = $2 and completed_at is null and withdrawn_at is null returning client_id`);

const DELETE_UNSENT = statement<Pick<IntakeAnswer, 'id'>>('intake-answers-unsent-delete', `delete from intake_answers where id in (
           select a.id from intake_requests r join intake_answers a on a.request_id = r.id left join bookings b on b.id = r.booking_id
           where r.completed_at is null and r.started_at is not null and coalesce(r.withdrawn_at, r.expires_at) < $1 and coalesce(r.withdrawn_at, ${EXPIRES_AT}) < $1
           limit 5000) returning id`);
const LEFT = statement('intake-requests-left', 'update intake_requests set left_at = $2 where client_id = any($1::uuid[]) and started_at is not null and completed_at is null and left_at is null');
const TAKEN_ALONG = statement('intake-requests-taken-along', 'update intake_requests set left_at = null where client_id = $1 and left_at is not null');

/** No form is reminded of twice a day, however often its appointment is moved. */
const A_DAY = `interval '20 hours'`;
/** Of forms of a practice that the person has not confirmed, in such a day: anybody can be booked for, with many forms. */
const OF_STRANGER = 3;

/**
 * $1: now, $2: how many. Sent before the two days began, and still waiting. An appointment that was moved since is reminded of anew. Practices take
 * turns: one that has thousands of them keeps nobody else's waiting.
 */
const MARK_REMINDED = statement<Pick<IntakeRequest, 'id'>>('intake-requests-remind', `with due as (
           select d.id, d.therapist_id, d.client_id, b.starts_at, row_number() over (partition by d.therapist_id, d.client_id order by b.starts_at, d.id) as nth
           from intake_requests d join bookings b on b.id = d.booking_id join users u on u.id = d.therapist_id and u.is_active
           where d.completed_at is null and d.withdrawn_at is null
             and (d.reminded_at is null or d.reminded_at < $1::timestamptz - ${A_DAY}
               and exists (select from booking_events e where e.booking_id = d.booking_id and e.kind = 'moved' and e.created_at > d.reminded_at))
             and b.status = 'confirmed' and b.starts_at > $1 and b.starts_at <= $1::timestamptz + interval '48 hours'
             and d.created_at < b.starts_at - interval '48 hours'
         ), allowed as (
           select id, row_number() over (partition by therapist_id order by starts_at, id) as turn, starts_at from due
           where exists (select from confirmed_clients k where k.therapist_id = due.therapist_id and k.client_id = due.client_id)
             or nth + (select count(*) from intake_requests o
               where o.therapist_id = due.therapist_id and o.client_id = due.client_id and o.reminded_at > $1::timestamptz - ${A_DAY}) <= ${OF_STRANGER}
           order by turn, starts_at limit $2
         )
         update intake_requests r set reminded_at = $1
         where r.id in (select d.id from intake_requests d where d.id in (select id from allowed) and (d.reminded_at is null or d.reminded_at < $1::timestamptz - ${A_DAY})
           for update skip locked)
         returning r.id`);

/** Forms that people are asked to fill in. The secrets of their links are encrypted, and found by a keyed digest. */
@Injectable()
export class IntakeRequestRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly cipher: ColumnCipher,
    private readonly seals: RequestSeals,
  ) {}

  /** By which a link is recognised. */
  tokenDigest(token: string): Buffer {
    return this.keys.digest('intake-token', token);
  }

  /** The forms that go out with a booking; those that the person has completed and that ask once are left out. */
  listFormsOfBooking(bookingId: string, on: Queryable): Promise<FormOfBooking[]> {
    return on.query(FORMS_OF_BOOKING, [bookingId]);
  }

  /** What leads to a form that comes in with a practice. */
  newLink(): Pick<NewRequest, 'token'> & Pick<IntakeRequest, 'token_hash'> {
    const token = newToken();
    return { token, token_hash: this.tokenDigest(token) };
  }

  /** @returns false when the booking has this form already */
  async insertRequest({ token, ...request }: NewRequest, on: Queryable): Promise<boolean> {
    const { id, therapist_id, client_id, booking_id, form_id, version_id, created_at, expires_at } = request;
    const token_hash = this.tokenDigest(token);
    const sealed = this.cipher.encrypt(token, REQUEST_OWNER.place('token', { id, therapist_id, client_id, form_id, version_id, token_hash }));
    return (await on.query(INSERT, [id, therapist_id, client_id, booking_id, form_id, version_id, token_hash, sealed, created_at, expires_at])).length === 1;
  }

  /** The links of what a booking still waits for. */
  async listTokensOfBooking(bookingId: string, on: Queryable): Promise<string[]> {
    const rows = await on.query(WAITING_OF_BOOKING, [bookingId]);
    return rows.flatMap((row) => this.openToken(row) ?? []);
  }

  /** @returns undefined when form or person are not the therapist's, or the form is archived */
  async findSendable(therapistId: string, formId: string, clientId: string, now: Date, on: Queryable): Promise<{ version_id: string; waiting: boolean } | undefined> {
    const [row] = await on.query(SENDABLE, [therapistId, formId, clientId, now]);
    return row;
  }

  async findBooking(therapistId: string, id: string, on: Queryable): Promise<Pick<Booking, 'client_id' | 'status' | 'starts_at' | 'ends_at'> | undefined> {
    const [row] = await on.query(BOOKING_OF, [id, therapistId]);
    return row;
  }

  /** Newest first. */
  listRequests(therapistId: string, { bookingIds, formId, clientId, status, now, after, limit }: RequestFilter): Promise<ListedRequest[]> {
    return this.database.query(LIST, [therapistId, bookingIds ?? null, formId ?? null, clientId ?? null, status ?? null, now, after?.at ?? null, after?.id ?? null, limit]);
  }

  async findOwned(therapistId: string, id: string, on: Queryable = this.database): Promise<ListedRequest | undefined> {
    const [row] = await on.query(FIND_OWNED, [id, therapistId]);
    return row;
  }

  /** A client's own, newest first. */
  listOfClient(own: readonly string[], atMost: number): Promise<(ListedRequest & Pick<RequestMail, 'therapist_name'>)[]> {
    return this.database.query(LIST_OF_CLIENT, [own, atMost]);
  }

  /** The secret of a client's own link. */
  async findTokenOfClient(own: readonly string[], id: string): Promise<string | undefined> {
    const [row] = await this.database.query(TOKEN_OF_CLIENT, [id, own]);
    return row && this.openToken(row);
  }

  async findForMail(id: string): Promise<RequestMail | undefined> {
    const [row] = await this.database.query(FOR_MAIL, [id]);
    if (!row) return undefined;
    return this.forMail(row);
  }

  /** All of a client that may wait, the newest first; none of a practice that is closed. */
  async listForMail(clientId: string, on: Queryable = this.database): Promise<RequestMail[]> {
    return (await on.query(WAITING_FOR_MAIL, [clientId])).map((row) => this.forMail(row));
  }

  /** Those of the client whom this one was sent to, as {@link listForMail}. */
  async listBesideForMail(id: string): Promise<RequestMail[]> {
    const request = await this.database.manager.findOne(IntakeRequest, { select: { client_id: true }, where: { id } });
    return request ? this.listForMail(request.client_id) : [];
  }

  /** Answers to forms that nobody can send any more. @returns how many went */
  async deleteUnsentAnswers(endedBefore: Date): Promise<number> {
    return (await this.database.query(DELETE_UNSENT, [endedBefore])).length;
  }

  /** @returns whose it was, or undefined when there is none that still waits */
  async withdraw(therapistId: string, id: string, at: Date, on: Queryable): Promise<Pick<IntakeRequest, 'client_id'> | undefined> {
    const [row] = await on.query(WITHDRAW, [id, therapistId, at]);
    return row;
  }

  /** @returns those that people are to be reminded of, at most so many; from now on they are */
  async markReminded(now: Date, most: number, on: Queryable): Promise<string[]> {
    return (await on.query(MARK_REMINDED, [now, most])).map(({ id }) => id);
  }

  async reassign(fromClientId: string, toClientId: string, therapistId: string | undefined, on: Queryable): Promise<void> {
    for (const request of await this.seals.lockOfClient(fromClientId, on, therapistId)) await this.seals.hand(request, { client_id: toClientId }, on);
    await on.query(TAKEN_ALONG, [toClientId]);
  }

  /** What was begun of records that their person left. */
  async markLeft(clientIds: readonly string[], at: Date, on: Queryable): Promise<void> {
    await on.query(LEFT, [clientIds, at]);
  }

  /** The link that lies in a mailbox which the person left opens nothing any more. */
  async renewTokens(clientId: string, therapistId: string | undefined, newToken: () => string, on: Queryable): Promise<void> {
    const waiting = (await this.seals.lockOfClient(clientId, on, therapistId)).filter(({ completed_at, withdrawn_at }) => !completed_at && !withdrawn_at);
    for (const request of waiting) {
      const token = newToken();
      await this.seals.hand(request, { token_hash: this.tokenDigest(token) }, on, token);
    }
  }

  private forMail(row: RequestMailRow): RequestMail {
    return { ...row, token: () => this.cipher.decrypt(row.token, REQUEST_OWNER.place('token', row)) };
  }

  /** @returns undefined for a link that does not open: its row was given to somebody else in the table */
  private openToken(row: SealedToken): string | undefined {
    return this.cipher.tryDecrypt(row.token, REQUEST_OWNER.place('token', row));
  }
}
