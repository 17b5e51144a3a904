import { Injectable } from '@nestjs/common';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { Adoptions } from '../../activity-log/chain/audit.service';
import type { PersonAddress } from '../client.entity';

type Noted = Pick<PersonAddress, 'email_hash' | 'at' | 'mark'>;

/** Somebody changes an address a few times in a life; what is beyond was put there by somebody else. */
const LOOKED_AT = 200;
const PAGE = 1_000;

const OF_PERSON = statement<Noted>('person-addresses-of', `select email_hash, at, mark from person_addresses where person_id = $1 order by at desc, seq desc limit ${LOOKED_AT}`);
/** In SQL: the database alone numbers them, and the application may not even name that column. */
const NOTE = statement('person-address-note', 'insert into person_addresses (person_id, email_hash, at, mark) values ($1, $2, $3, $4)');
const UNNOTED = statement<{ id: string; email: string }>(
  'persons-without-address',
  `select id, email from (select id, email from clients union select id, email from users where user_type = 'client') known
   where id > $1 and not exists (select from person_addresses a where a.person_id = known.id) order by id limit $2`,
);
/** As the log tells of it. */
const ADOPTION = 'adopt_persons';
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Whose an address is. The rows of people and accounts say it too, but the application's role can change those; here it can only add, and
 * what it adds counts with the product's mark alone.
 */
@Injectable()
export class PersonAddressRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly adoptions: Adoptions,
  ) {}

  /** What a row about an address holds: by it, the statements that make a person write it themselves. */
  valuesOf(personId: string, email: string, at: Date): Noted {
    const email_hash = this.keys.digest('person-address', email);
    return { email_hash, at, mark: this.mark(personId, email_hash, at) };
  }

  /** From now on the address is this person's, or this account's. */
  async note(personId: string, email: string, at: Date, on: Queryable): Promise<void> {
    const { email_hash, mark } = this.valuesOf(personId, email, at);
    await on.query(NOTE, [personId, email_hash, at, mark]);
  }

  /** Whether the product gave the person this address last. True also where nothing was noted, until what is of before is adopted. */
  async isOf(personId: string, email: string, on: Queryable = this.database): Promise<boolean> {
    const rows = await on.query(OF_PERSON, [personId]);
    if (rows.length === 0) return !(await this.adoptions.isOver(ADOPTION, on));
    const newest = rows.find((row) => equalInConstantTime(row.mark, this.mark(personId, row.email_hash, row.at)));
    return newest !== undefined && equalInConstantTime(newest.email_hash, this.keys.digest('person-address', email));
  }

  /** Notes the addresses of before, once. */
  adoptOnce(): Promise<void> {
    return this.adoptions.once(ADOPTION, (work) => this.adopt(work.now(), work.tx));
  }

  /** People and accounts whose address the product has not given them. */
  async listUnnoted(): Promise<string[]> {
    if (!(await this.adoptions.isOver(ADOPTION, this.database))) return [];
    const rows = await this.database.query(UNNOTED, [FIRST_ID, PAGE]);
    return rows.map(({ id }) => id);
  }

  /** Notes the addresses that are not noted. @returns how many */
  async adopt(at: Date, tx: Queryable): Promise<number> {
    let total = 0;
    let page: { id: string; email: string }[] = [];
    do {
      page = await tx.query(UNNOTED, [page.at(-1)?.id ?? FIRST_ID, PAGE]);
      for (const { id, email } of page) await this.note(id, email, at, tx);
      total += page.length;
    } while (page.length === PAGE);
    return total;
  }

  private mark(personId: string, emailHash: Buffer, at: Date): Buffer {
    return this.keys.mark('person_addresses', [personId, emailHash.toString('hex'), at]);
  }
}
