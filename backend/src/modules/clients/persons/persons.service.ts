import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { IsNull } from 'typeorm';
import { v7 } from 'uuid';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { OnStart } from '../../../common/process/start-hooks';
import { Activity, Work } from '../../../common/work/work';
import { Adoptions, AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import { Client, FormerPerson, TherapistClient } from '../client.entity';
import * as messages from '../messages';
import { PersonAddresses } from '../../auth/addresses/person-addresses.service';
import { PersonMerged } from './person.events';

const FROM = Date.UTC(2020, 0, 1);
const SPAN_SECONDS = 5 * 365 * 24 * 3600;

/**
 * The id of a new person: a UUID v7 whose time says nothing. An account has its person's id, so a true time would tell whoever
 * registers an address whether somebody had booked with it before.
 */
export function newPersonId(): string {
  return v7({ msecs: FROM + randomInt(SPAN_SECONDS) * 1000 + randomInt(1000) });
}

export type PersonRow = Pick<Client, 'id' | 'email' | 'name' | 'phone'>;

const COLUMNS = 'id, email, name, phone';

const ENSURE_TIED = statement<Pick<Client, 'id'>>(
  'client-of-address',
  `with person as (
     insert into clients (id, email, name) values ($1, $2, $3)
     on conflict (email) do update set name = case when clients.name = ''
       and not exists (select from client_accounts a where a.client_id = clients.id and a.verified_at is not null) then excluded.name else clients.name end
     returning id
   ), tie as (
     insert into therapist_clients (therapist_id, client_id) select $4, id from person on conflict do nothing
   ), address as (
     insert into person_addresses (person_id, email_hash, at, mark) select id, $5, $6, $7 from person where id = $1
   )
   select id from person`,
);

const ENSURE = statement<Pick<Client, 'id'>>(
  'client-ensure',
  `with person as (
     insert into clients (id, email, name) values ($1, $2, '') on conflict (email) do update set email = excluded.email returning id
   ), address as (
     insert into person_addresses (person_id, email_hash, at, mark) select id, $3, $4, $5 from person where id = $1
   )
   select id from person`,
);

const LOCK = statement<PersonRow>('client-lock', `select ${COLUMNS} from clients where id = $1 for update`);

const LOCK_BY_EMAIL = statement<PersonRow>('client-lock-by-email', `select ${COLUMNS} from clients where email = $1 for update`);

const MOVE_TIES = statement(
  'client-move-ties',
  `insert into therapist_clients (therapist_id, client_id, created_at)
   select therapist_id, $2, created_at from therapist_clients where client_id = $1
   on conflict (therapist_id, client_id) do update set created_at = least(therapist_clients.created_at, excluded.created_at)`,
);

type FormerRow = Pick<FormerPerson, 'former_id' | 'person_id' | 'mark'>;

const FORMER_AFTER = statement<FormerRow>('former-persons-after', 'select former_id, person_id, mark from former_persons where former_id > $1 order by former_id limit $2');
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const PAGE = 1_000;

/** People, with or without an account. */
@Injectable()
export class PersonRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly addresses: PersonAddresses,
  ) {}

  /**
   * The person behind an address, made at the first booking and tied to the therapist.
   * A booking never overwrites a person's own name; it names one who is known by the address alone, and nobody with an account, who
   * names themselves there. The phone number that was given stays with the booking: anybody could have given it.
   */
  async ensureTiedPerson({ email, name }: Pick<PersonRow, 'email' | 'name'>, therapistId: string, at: Date, tx: Queryable): Promise<string> {
    const id = newPersonId();
    const address = this.addresses.valuesOf(id, email, at);
    const [row] = await tx.query(ENSURE_TIED, [id, email, name, therapistId, address.email_hash, address.at, address.mark]);
    return this.assertTheirs((row ?? notStored()).id, id, email, tx);
  }

  /** The person whose account an address will have, made without a name when nobody booked with it. @returns the person's id */
  async ensurePerson(email: string, at: Date, tx: Queryable): Promise<string> {
    const id = newPersonId();
    const address = this.addresses.valuesOf(id, email, at);
    const [row] = await tx.query(ENSURE, [id, email, address.email_hash, address.at, address.mark]);
    return this.assertTheirs((row ?? notStored()).id, id, email, tx);
  }

  /** Somebody who was found by an address counts only if the product gave it to them. @throws DomainError conflict */
  private async assertTheirs(id: string, newId: string | null, email: string, tx: Queryable): Promise<string> {
    if (id !== newId && !(await this.addresses.isOf(id, email, tx))) throw new DomainError('conflict', messages.addressDisputed);
    return id;
  }

  /** The person stays as they are until the transaction ends; who books with the address meanwhile waits. */
  async lockPerson(id: string, tx: Queryable): Promise<PersonRow | undefined> {
    const [row] = await tx.query(LOCK, [id]);
    return row;
  }

  async lockPersonByEmail(email: string, tx: Queryable): Promise<PersonRow | undefined> {
    const [row] = await tx.query(LOCK_BY_EMAIL, [email]);
    if (row) await this.assertTheirs(row.id, null, email, tx);
    return row;
  }

  /** What is left out stays as it is. @throws the database's unique violation when another person has the address */
  async changePerson(id: string, change: Partial<Omit<PersonRow, 'id'>>, tx: Queryable): Promise<void> {
    await tx.manager.update(Client, { id }, change);
  }

  /** Whether a therapist keeps records of the person. Every booking, note and plan comes with such a tie. */
  async isTied(id: string, tx: Queryable): Promise<boolean> {
    return (await tx.manager.findOneBy(TherapistClient, { client_id: id })) !== null;
  }

  /** The activity log is never changed: what it says of the former person is found under the one they turned out to be. */
  async rememberFormer(formerId: string, personId: string, tx: Queryable): Promise<void> {
    for (const row of await tx.manager.findBy(FormerPerson, { person_id: formerId })) {
      // What the product did not write is not vouched for now either.
      if (this.isOurs(row)) await tx.manager.update(FormerPerson, { former_id: row.former_id }, this.former(row.former_id, personId));
    }
    await tx.manager.insert(FormerPerson, this.former(formerId, personId));
  }

  /** Who the person was before. */
  async listFormer(id: string): Promise<string[]> {
    const rows = await this.database.manager.findBy(FormerPerson, { person_id: id });
    return rows.filter((row) => this.isOurs(row)).map(({ former_id }) => former_id);
  }

  /** Marks those of before there were marks. @returns how many */
  async adoptFormer(tx: Queryable): Promise<number> {
    const unmarked = await tx.manager.findBy(FormerPerson, { mark: IsNull() });
    for (const { former_id, person_id } of unmarked) await tx.manager.update(FormerPerson, { former_id }, this.former(former_id, person_id));
    return unmarked.length;
  }

  /** Former persons whom somebody else than this product gave to somebody. */
  async listForeignFormer(): Promise<string[]> {
    const foreign: string[] = [];
    let page: FormerRow[] = [];
    do {
      page = await this.database.query(FORMER_AFTER, [page.at(-1)?.former_id ?? FIRST_ID, PAGE]);
      foreign.push(...page.filter((row) => !this.isOurs(row)).map(({ former_id }) => former_id));
    } while (page.length === PAGE);
    return foreign;
  }

  private isOurs({ former_id, person_id, mark }: FormerRow): boolean {
    return mark !== null && equalInConstantTime(mark, this.former(former_id, person_id).mark);
  }

  private former(former_id: string, person_id: string): FormerRow & { mark: Buffer } {
    return { former_id, person_id, mark: this.keys.mark('former_persons', [former_id, person_id]) };
  }

  async moveTies(fromId: string, intoId: string, tx: Queryable): Promise<void> {
    await tx.query(MOVE_TIES, [fromId, intoId]);
    await tx.manager.delete(TherapistClient, { client_id: fromId });
  }

  async removePerson(id: string, tx: Queryable): Promise<void> {
    await tx.manager.delete(Client, { id });
  }
}

function notStored(): never {
  throw new Error('a person was not stored');
}

/** What the activity log must know of a deed that concerns one client. */
export function aboutClient(id: string): Pick<Activity, 'subjectType' | 'subjectId' | 'clientIds'> {
  return { subjectType: 'client', subjectId: id, clientIds: [id] };
}

/** People who book. A person is known by the email address. */
@Injectable()
export class ClientsService {
  constructor(
    private readonly persons: PersonRepository,
    private readonly addresses: PersonAddresses,
    private readonly adoptions: Adoptions,
  ) {}

  /**
   * Finds or makes the person of a booking and ties them to the therapist.
   * @param person email trimmed and lower-cased
   * @returns the person's id
   */
  personOfBooking(work: Work, person: Pick<PersonRow, 'email' | 'name'>, therapistId: string): Promise<string> {
    return this.persons.ensureTiedPerson(person, therapistId, work.now(), work.tx);
  }

  /**
   * Whether mail to this person goes where the product itself sent it so far. An address that somebody else wrote into the tables gets no
   * link and no code.
   */
  hasAddress(id: string, email: string): Promise<boolean> {
    return this.addresses.isOf(id, email);
  }

  /** Under which ids the log tells of a person: the one that they have, and those of before. */
  async idsOf(id: string): Promise<string[]> {
    return [id, ...(await this.persons.listFormer(id))];
  }

  /** Former persons of before there were marks. */
  @OnStart('api')
  async adoptFormer(): Promise<void> {
    await this.adoptions.once('adopt_former_persons', ({ tx }) => this.persons.adoptFormer(tx));
  }

  @Audits()
  async auditFormer(): Promise<AuditProblem[]> {
    return (await this.persons.listForeignFormer()).map((id) => ({ kind: 'foreign_row', id, message: messages.foreignFormer(id) }));
  }

  /** For whoever makes people of their own, such as the demo practice. */
  async noteAddresses(work: Work, people: readonly Pick<PersonRow, 'id' | 'email'>[]): Promise<void> {
    for (const { id, email } of people) await this.addresses.note(id, email, work.now(), work.tx);
  }

  /** Two persons turned out to be one: what belonged to the first belongs to the second, here and in the domains that listen. */
  async merge(work: Work, fromId: string, intoId: string): Promise<void> {
    await this.persons.moveTies(fromId, intoId, work.tx);
    await work.publish(new PersonMerged(fromId, intoId));
    await this.persons.rememberFormer(fromId, intoId, work.tx);
    await this.persons.removePerson(fromId, work.tx);
  }

  /**
   * Removes a person, unless a therapist has records of them.
   * @returns whether the person stayed
   */
  async removeUnlessTied(work: Work, id: string): Promise<boolean> {
    // Locked before the look: a booking that is being made with the address waits, or has tied the person already.
    await this.persons.lockPerson(id, work.tx);
    if (await this.persons.isTied(id, work.tx)) return true;
    await this.persons.removePerson(id, work.tx);
    return false;
  }
}
