import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { Database, newId, Queryable, statement } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import type { Work } from '../../common/work/work';
import type { Booking } from '../bookings/booking.entity';
import { isOfClient } from '../clients/links/client-links.service';
import { knownAs } from '../clients/persons/persons.service';
import { CLIENT_RECORD_OWNER, ClientRecord } from './client-record.entity';
import * as messages from './messages';

interface Contact { name: Booking['client_name'] | null; email: Booking['client_email'] | null; phone: Booking['client_phone'] }

/** A client of a therapist, as their bookings with this therapist tell of them. */
export interface ClientRow extends Contact {
  id: string;
  /** The name is what somebody typed who did not sign in. */
  known_by_visitor: boolean;
  /** So is the number. */
  phone_by_visitor: boolean;
  /** As whom else such people booked for them, the newest first. */
  other_contacts: Pick<Contact, 'name' | 'phone'>[];
  timezone: Booking['client_timezone'];
  since: Date | null;
  next_starts_at: Date | null;
  upcoming: number;
  completed: number;
  cancelled: number;
  no_shows: number;
  /** The client with whose record theirs is shown. */
  merged_into: string | null;
  /** False as well for whoever has not confirmed the practice: whether somebody is in therapy anywhere is theirs to tell. */
  has_account: boolean;
}

/** What is kept, opened. */
export interface KeptRow extends Pick<ClientRecord, 'discharged_on' | 'version'> {
  remark: string;
}

type Stored = Pick<ClientRecord, 'id' | 'therapist_id' | 'client_id' | 'remark' | 'discharged_on' | 'version'>;

/** Of what else visitors typed: enough to see that it differs. */
const OTHERS_SHOWN = 5;

const FIND = statement<ClientRow>('client-record-client', `select t.client_id as id, known.name, known.email, known.phone, coalesce(known.name_typed, false) as known_by_visitor, coalesce(known.phone_typed, false) as phone_by_visitor,
         (select coalesce(json_agg(json_build_object('name', o.client_name, 'phone', o.client_phone) order by o.last desc), '[]'::json) from (
           select v.client_name, v.client_phone, max(v.created_at) as last from bookings v where v.therapist_id = $1 and v.client_id = $2 and v.by_visitor and v.status <> 'cancelled'
             and (v.client_name <> known.name or v.client_phone <> coalesce(known.phone, '')) group by 1, 2 order by last desc limit ${OTHERS_SHOWN}
         ) o) as other_contacts,
         (select l.into_client_id from client_links l where l.therapist_id = $1 and l.client_id = $2) as merged_into,
         exists (select from client_accounts a where a.client_id = $2 and a.verified_at is not null)
           and exists (select from confirmed_clients k where k.therapist_id = $1 and k.client_id = $2) as has_account,
         (select client_timezone from bookings z where z.therapist_id = $1 and z.client_id = $2 and not z.by_stranger and client_timezone is not null order by created_at desc limit 1) as timezone,
         counts.since, counts.next_starts_at, counts.upcoming, counts.completed, counts.cancelled, counts.no_shows
       from therapist_clients t
       left join lateral (${knownAs('$1', '$2')}) known on true
       cross join lateral (select min(created_at) as since, min(starts_at) filter (where status = 'confirmed' and starts_at > $3) as next_starts_at,
           count(*) filter (where status = 'confirmed' and ends_at > $3)::int as upcoming, count(*) filter (where status = 'completed')::int as completed,
           count(*) filter (where status = 'cancelled')::int as cancelled, count(*) filter (where no_show_at is not null)::int as no_shows
         from bookings c where c.therapist_id = $1 and ${isOfClient('c.client_id', '$1', '$2')}) counts
       where t.therapist_id = $1 and t.client_id = $2`);

const COLUMNS = `id, therapist_id, client_id, remark, to_char(discharged_on, 'YYYY-MM-DD') as discharged_on, version`;
const KEPT = statement<Stored>('client-record', `select ${COLUMNS} from client_records where therapist_id = $1 and client_id = $2`);
const TIED = statement<{ tied: boolean }>('client-record-tied', 'select exists (select from therapist_clients where therapist_id = $1 and client_id = $2) as tied');
/** Whoever saves at the same moment waits, and finds the other's version. */
const SAVE = statement<Pick<ClientRecord, 'id'>>('client-record-save', `insert into client_records (id, therapist_id, client_id, remark, discharged_on, version, updated_at) values ($1, $2, $3, $4, $5, $6 + 1, $7)
       on conflict (therapist_id, client_id) do update set id = excluded.id, remark = excluded.remark, discharged_on = excluded.discharged_on, version = excluded.version, updated_at = excluded.updated_at
       where client_records.version = $6 returning id`);
const OF_CLIENT = statement<Stored>('client-records-to-reassign', `select ${COLUMNS} from client_records where client_id = $1 and ($2::uuid is null or therapist_id = $2) order by id for update`);
const FORGET = statement('client-record-forget', 'delete from client_records where id = any($1::uuid[]) and client_id = $2');
/** What does not open is kept as it is, for whoever can restore it. */
const HAND_OVER = statement('client-record-hand-over', 'update client_records set client_id = $2 where id = $1');

/** The remark is encrypted, bound to its row, its therapist and its client. */
@Injectable()
export class ClientRecordRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  /** @returns undefined for somebody who is no client of the therapist */
  async findClient(therapistId: string, clientId: string, now: Date): Promise<ClientRow | undefined> {
    const [row] = await this.database.query(FIND, [therapistId, clientId, now]);
    return row;
  }

  async isClient(therapistId: string, clientId: string, on: Queryable): Promise<boolean> {
    const [row] = await on.query(TIED, [therapistId, clientId]);
    return row?.tied === true;
  }

  async findKept(therapistId: string, clientId: string, on: Queryable = this.database): Promise<KeptRow | undefined> {
    const [row] = await on.query(KEPT, [therapistId, clientId]);
    return row && { remark: this.remarkOf(row), discharged_on: row.discharged_on, version: row.version };
  }

  /** @returns false when it was saved meanwhile: the version is another */
  async save(of: Pick<ClientRecord, 'therapist_id' | 'client_id'>, { remark, discharged_on, version }: KeptRow, now: Date, on: Queryable): Promise<boolean> {
    const id = newId();
    const sealed = remark === '' ? null : this.cipher.encrypt(remark, CLIENT_RECORD_OWNER.place('remark', { id, ...of }));
    return (await on.query(SAVE, [id, of.therapist_id, of.client_id, sealed, discharged_on, version, now])).length === 1;
  }

  /** Two persons are one: what was kept about both is kept about the one, one remark below the other. */
  async reassign(fromId: string, intoId: string, therapistId: string | undefined, { now, tx: on }: Pick<Work, 'now' | 'tx'>): Promise<void> {
    const rows = await on.query(OF_CLIENT, [fromId, therapistId]);
    for (const row of rows) {
      const kept = await this.findKept(row.therapist_id, intoId, on);
      if (!kept && !this.opens(row)) {
        await on.query(HAND_OVER, [row.id, intoId]);
        continue;
      }
      const remark = [kept?.remark, this.remarkOf(row)].filter(Boolean).join('\n\n');
      const saved = await this.save({ therapist_id: row.therapist_id, client_id: intoId }, { remark, discharged_on: kept?.discharged_on ?? row.discharged_on, version: kept?.version ?? 0 }, now(), on);
      // Written meanwhile: what would be forgotten is not lost.
      if (!saved) throw new DomainError('conflict', messages.changedElsewhere);
    }
    await on.query(FORGET, [rows.map(({ id }) => id), fromId]);
  }

  private opens(row: Stored): boolean {
    return !row.remark || this.cipher.tryDecrypt(row.remark, CLIENT_RECORD_OWNER.place('remark', row)) !== undefined;
  }

  /** Empty as well where it does not open: the row was given to somebody else. */
  private remarkOf(row: Stored): string {
    return (row.remark && this.cipher.tryDecrypt(row.remark, CLIENT_RECORD_OWNER.place('remark', row))) ?? '';
  }
}
