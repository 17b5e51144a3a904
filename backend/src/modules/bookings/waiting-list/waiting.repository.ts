import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { Marked, RowMarks } from '../../../common/crypto/row-marks';
import { hashToken, newToken } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { SessionPlace } from '../booking/place';
import { WAITING_MARKING } from '../marking';
import { WAITING_OWNER, WaitingOffer, WaitingRequest } from './waiting.entity';
import type { Wish } from './wishes';

/** Who waits, and for what. */
export interface WaitingDetails {
  client_name: string;
  client_email: string;
  client_phone?: string;
  client_timezone?: string;
  session_place?: SessionPlace;
  /** Of whoever asked signed in, with their own address: it is theirs, wherever their mail goes. */
  client_id?: string;
  wishes: Wish[];
}

/** The details without the wishes: who the appointment is for. */
export function personOf({ wishes: _, client_id: _own, ...person }: WaitingDetails): Omit<WaitingDetails, 'wishes' | 'client_id'> {
  return person;
}

/** An offer that stands, or the newest one that was answered. */
export interface OfferRow extends Pick<WaitingOffer, 'id' | 'starts_at' | 'created_at' | 'expires_at' | 'answer'> {
  gone: boolean;
}

/** A request with its practice; its texts are opened on demand. */
export interface WaitingRow extends Pick<WaitingRequest, 'id' | 'therapist_id' | 'service_id' | 'network_hash' | 'confirmed_at' | 'expires_at' | 'ended_at' | 'created_at'> {
  therapist_name: string;
  practice_since: Date;
  service_name: string;
  duration_minutes: number;
  timezone: string;
  offer: OfferRow | null;
  /** When they were offered something before. */
  offered: Date[];
  /** How many offers they let run out. */
  unanswered: number;
  /** How many they let run out or declined. */
  passed: number;
  details(): WaitingDetails;
  token(): string;
}

type Sealed = Marked & Omit<WaitingRow, 'details' | 'token' | 'offer' | 'offered' | 'unanswered' | 'passed'> & Pick<WaitingRequest, 'details' | 'token' | 'token_hash'> & { offers: (Omit<OfferRow, 'starts_at' | 'created_at' | 'expires_at'> & Record<'starts_at' | 'created_at' | 'expires_at', string>)[] | null };

type Changed = Marked & Pick<WaitingRequest, 'id'>;

/** The therapist has given the time of an offer to somebody else while it stood. */
const IS_GONE = `exists (select from bookings b where b.therapist_id = r.therapist_id and b.status <> 'cancelled' and b.created_at < o.expires_at
           and tstzrange(b.starts_at, b.ends_at) && tstzrange(o.starts_at, o.starts_at + s.duration_minutes * interval '1 minute'))`;
const SELECT = `select ${WAITING_MARKING.select('r')}, r.id, r.therapist_id, r.service_id, r.network_hash, r.details, r.token_hash, r.token, r.created_at, r.confirmed_at, r.expires_at, r.ended_at,
         coalesce(p.display_name, u.name) as therapist_name, u.created_at as practice_since, s.name as service_name, s.duration_minutes, coalesce(p.timezone, 'UTC') as timezone,
         (select json_agg(json_build_object('id', o.id, 'starts_at', o.starts_at, 'created_at', o.created_at, 'expires_at', o.expires_at, 'answer', o.answer, 'gone', o.answer is null and ${IS_GONE}) order by o.created_at) from waiting_offers o where o.request_id = r.id) as offers
       from waiting_requests r join users u on u.id = r.therapist_id join services s on s.id = r.service_id left join therapist_profiles p on p.therapist_id = r.therapist_id`;
const BY_TOKEN = statement<Sealed>('waiting-by-token', `${SELECT} where r.token_hash = $1`);
const BY_ID = statement<Sealed>('waiting-by-id', `${SELECT} where r.id = $1`);
/** How many of one network stand before those of others, where there are more than are looked at. */
const OF_NETWORK = 10;
const OPEN = statement<Sealed>('waiting-open', `${SELECT} where r.id = any(array(
           select id from (select w.id, w.confirmed_at, row_number() over (partition by w.network_hash, case when w.network_hash is null then w.id end order by w.confirmed_at, w.id) as nth
             from waiting_requests w where w.therapist_id = $1 and w.confirmed_at is not null and w.ended_at is null and w.expires_at > $2) waiting
           order by nth > ${OF_NETWORK}, confirmed_at, id limit 1000))
         order by greatest(r.confirmed_at, (select max(o.expires_at) from waiting_offers o where o.request_id = r.id and (o.answer = 'declined' or o.answer is null and o.expires_at <= $2 and not ${IS_GONE}))), r.id`);
/** $1: therapist, $2: now, $3: how often */
const SPENT = statement<Pick<WaitingRequest, 'network_hash'> & Pick<WaitingOffer, 'starts_at'>>('waiting-offers-spent', `select r.network_hash, o.starts_at from waiting_requests r join waiting_offers o on o.request_id = r.id
         where r.therapist_id = $1 and r.confirmed_at is not null and r.ended_at is null and r.network_hash is not null and o.starts_at > $2 and (o.answer = 'declined' or o.answer is null and o.expires_at <= $2) group by r.network_hash, o.starts_at having count(*) >= $3`);
const LOCK = statement<Pick<WaitingRequest, 'id'>>('waiting-lock', `select id from waiting_requests r where id = $1 and ended_at is null and confirmed_at is not null and expires_at > $2
         and not exists (select from waiting_offers o join services s on s.id = r.service_id where o.request_id = r.id and o.answer is null and o.expires_at > $2 and not ${IS_GONE}) for update`);
const COUNT_OF_ADDRESS = statement<{ count: number }>('waiting-count-of-address', 'select count(*)::int as count from waiting_requests where address_hash = $1 and created_at > $2');
const OWN_ADDRESS = statement<{ own: boolean }>('waiting-own-address', 'select exists (select from clients where id = $1 and email = $2 and not by_address) as own');
const OF_ADDRESS = statement<Sealed>('waiting-of-address', `${SELECT} where r.address_hash = $1 and r.ended_at is null and r.expires_at > $2 order by r.id for update of r`);
const HAS_OPEN = statement<{ waits: boolean }>('waiting-has-open', 'select exists (select from waiting_requests where therapist_id = $1 and confirmed_at is not null and ended_at is null) as waits');
const PRACTICES = statement<Pick<WaitingRequest, 'therapist_id'>>('waiting-practices', 'select distinct therapist_id from waiting_requests where confirmed_at is not null and ended_at is null and expires_at > $1');
/** @returns the rows as they were */
const changing = (where: string, change: string) => `with before as (select r.id, ${WAITING_MARKING.select('r')} from waiting_requests r where r.ended_at is null and ${where} for update),
         changed as (update waiting_requests w set ${change} from before where w.id = before.id) select * from before`;
const CONFIRM = statement<Changed>('waiting-confirm', changing('r.id = $1 and r.expires_at > $2', 'confirmed_at = coalesce(w.confirmed_at, $2), expires_at = case when w.confirmed_at is null then $3 else w.expires_at end'));
const END_OTHERS = statement<Changed>('waiting-end-others', changing('r.id <> $1 and (r.therapist_id, r.service_id, r.address_hash) = (select o.therapist_id, o.service_id, o.address_hash from waiting_requests o where o.id = $1)', 'ended_at = $2'));
const END = statement<Changed>('waiting-end', changing('r.id = $1', 'ended_at = $2'));
const ANSWER = statement<Pick<WaitingOffer, 'id'>>('waiting-answer', 'update waiting_offers set answer = $2 where id = $1 and answer is null returning id');
const FORGET = statement<Pick<WaitingRequest, 'id'>>('waiting-forget', `delete from waiting_requests where id in (
         select id from waiting_requests where expires_at < $1 or ended_at < $1::timestamptz - interval '7 days' limit 5000) returning id`);

/** Requests of people who wait. Who they are and when they can come is encrypted; an address is only kept as a keyed digest beside it. */
@Injectable()
export class WaitingRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly keys: KeyRing,
    private readonly marks: RowMarks,
  ) {}

  async insertRequest({ details, token, network, ...row }: Pick<WaitingRequest, 'id' | 'therapist_id' | 'service_id' | 'created_at' | 'expires_at'> & { details: WaitingDetails; token: string; network: string }, on: Queryable): Promise<void> {
    const token_hash = hashToken(token);
    const place = (column: string) => WAITING_OWNER.place(column, { ...row, token_hash });
    await on.manager.insert(WaitingRequest, {
      ...row,
      token_hash,
      token: this.cipher.encrypt(token, place('token')),
      details: this.cipher.encrypt(JSON.stringify(details), place('details')),
      address_hash: this.addressHash(details.client_email),
      network_hash: this.keys.digest('waiting-network', network),
      confirmed_at: null,
      ended_at: null,
      mark: null,
    });
    await this.marks.renew(WAITING_MARKING, [row.id], on);
  }

  /** What a request that comes in with a practice has of this installation: a link of its own, and by what it is counted. */
  newLinkOf(details: Pick<WaitingDetails, 'client_email'>): { token: string; token_hash: Buffer; address_hash: Buffer } {
    const token = newToken();
    return { token, token_hash: hashToken(token), address_hash: this.addressHash(details.client_email) };
  }

  /** Times to come that those of one network who wait were offered so often in vain. @returns by network */
  async listSpent(therapistId: string, now: Date, often: number): Promise<Map<string, Date[]>> {
    const spent = new Map<string, Date[]>();
    for (const { network_hash, starts_at } of await this.database.query(SPENT, [therapistId, now, often])) {
      const network = network_hash?.toString('hex');
      if (network !== undefined) spent.set(network, [...(spent.get(network) ?? []), starts_at]);
    }
    return spent;
  }

  /** How many requests an address has made since then, confirmed or not. */
  async countOfAddress(email: string, since: Date, on: Queryable): Promise<number> {
    const [row] = await on.query(COUNT_OF_ADDRESS, [this.addressHash(email), since]);
    return row?.count ?? 0;
  }

  async findByToken(token: string, now: Date, on: Queryable = this.database): Promise<WaitingRow | undefined> {
    const [row] = await on.query(BY_TOKEN, [hashToken(token)]);
    const opened = row && this.opened(row, now);
    // A link that was laid to another request in the table leads nowhere.
    return row && this.tryOpen(row, 'token') === token && this.marks.accepts(WAITING_MARKING, row) ? opened : undefined;
  }

  async findRequest(id: string, now: Date, on: Queryable = this.database): Promise<WaitingRow | undefined> {
    const [row] = await on.query(BY_ID, [id]);
    return row && this.marks.accepts(WAITING_MARKING, row) ? this.opened(row, now) : undefined;
  }

  /** Who waits for a time of this therapist, whoever confirmed, or was last offered one in vain, first, first; those included who are offered one. */
  async listOpen(therapistId: string, now: Date, on: Queryable = this.database): Promise<WaitingRow[]> {
    return (await on.query(OPEN, [therapistId, now])).filter((row) => this.marks.accepts(WAITING_MARKING, row)).map((row) => this.opened(row, now));
  }

  /** Nobody else offers them anything meanwhile. @returns false when they wait no more, or are offered something */
  async lockWaiting(id: string, now: Date, on: Queryable): Promise<boolean> {
    return (await on.query(LOCK, [id, now])).length === 1;
  }

  /** Whether the address is the one of this account's person. */
  async isOwnAddress(clientId: string, email: string, on: Queryable = this.database): Promise<boolean> {
    const [row] = await on.query(OWN_ADDRESS, [clientId, email.toLowerCase()]);
    return row?.own === true;
  }

  /** What a person asked for signed in goes to their new address; the links that lie in the mailbox they left open nothing any more. @param own the person's ids @returns the requests as they are now */
  async readdress(own: readonly string[], { from, to, now }: { from: string; to: string; now: Date }, on: Queryable): Promise<WaitingRow[]> {
    const theirs = (await on.query(OF_ADDRESS, [this.addressHash(from), now])).filter((row) => this.marks.accepts(WAITING_MARKING, row)).map((row) => this.opened(row, now));
    const moved: WaitingRow[] = [];
    for (const { id, therapist_id, details: open } of theirs) {
      const details = open();
      if (details.client_id === undefined || !own.includes(details.client_id)) continue;
      const token = newToken();
      const token_hash = hashToken(token);
      const place = (column: string) => WAITING_OWNER.place(column, { id, therapist_id, token_hash });
      const sealed = { token: this.cipher.encrypt(token, place('token')), details: this.cipher.encrypt(JSON.stringify({ ...details, client_email: to }), place('details')) };
      await on.manager.update(WaitingRequest, { id }, { ...sealed, token_hash, address_hash: this.addressHash(to) });
      const row = await this.findRequest(id, now, on);
      if (row) moved.push(row);
    }
    return moved;
  }

  async hasWaiting(therapistId: string, on: Queryable): Promise<boolean> {
    const [row] = await on.query(HAS_OPEN, [therapistId]);
    return row?.waits === true;
  }

  /** The therapists somebody waits for. */
  async listPractices(now: Date): Promise<string[]> {
    return (await this.database.query(PRACTICES, [now])).map(({ therapist_id }) => therapist_id);
  }

  /** Earlier requests of the same address for the same service end. @returns their ids */
  async confirm(id: string, now: Date, expiresAt: Date, on: Queryable): Promise<string[]> {
    await this.vouch(await on.query(CONFIRM, [id, now, expiresAt]), on);
    return this.vouch(await on.query(END_OTHERS, [id, now]), on);
  }

  async end(id: string, now: Date, on: Queryable): Promise<boolean> {
    return (await this.vouch(await on.query(END, [id, now]), on)).length === 1;
  }

  async insertOffer(offer: Omit<WaitingOffer, 'answer'>, on: Queryable): Promise<void> {
    await on.manager.insert(WaitingOffer, { ...offer, answer: null });
  }

  /** @returns false when it was answered before */
  async answerOffer(id: string, answer: 'taken' | 'declined', on: Queryable): Promise<boolean> {
    return (await on.query(ANSWER, [id, answer])).length === 1;
  }

  /** Requests that nobody confirmed, or whose time is over, and those that ended a week ago. @returns how many went */
  async deleteOld(now: Date): Promise<number> {
    return (await this.database.query(FORGET, [now])).length;
  }

  /** For rows that were changed; one that somebody else wrote stays theirs. @param before as they were @returns their ids */
  private async vouch(before: readonly Changed[], on: Queryable): Promise<string[]> {
    const ours = before.filter((row) => this.marks.isOurs(WAITING_MARKING, row));
    await this.marks.renew(WAITING_MARKING, ours.map(({ id }) => id), on);
    return before.map(({ id }) => id);
  }

  private addressHash(email: string): Buffer {
    return this.keys.digest('waiting-address', email.toLowerCase());
  }

  private opened({ offers, ...row }: Sealed, now: Date): WaitingRow {
    const made = (offers ?? []).map((offer): OfferRow => ({ ...offer, starts_at: new Date(offer.starts_at), created_at: new Date(offer.created_at), expires_at: new Date(offer.expires_at) }));
    const unanswered = made.filter(({ answer, expires_at, gone }) => answer === null && expires_at <= now && !gone).length;
    const taken = made.find(({ answer }) => answer === 'taken');
    return {
      ...row,
      offer: taken ?? made.find(({ answer, expires_at, gone }) => answer === null && expires_at > now && !gone) ?? null,
      offered: made.map(({ starts_at }) => starts_at),
      unanswered,
      passed: unanswered + made.filter(({ answer }) => answer === 'declined').length,
      details: () => JSON.parse(this.cipher.decrypt(row.details, WAITING_OWNER.place('details', row))) as WaitingDetails,
      token: () => this.cipher.decrypt(row.token, WAITING_OWNER.place('token', row)),
    };
  }

  private tryOpen(row: Sealed, column: 'token'): string | undefined {
    return this.cipher.tryDecrypt(row[column], WAITING_OWNER.place(column, row));
  }
}
