import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import type { Work } from '../../../common/work/work';
import { User } from '../account.entity';
import { PersonAddresses } from '../addresses/person-addresses.service';
import { AccountLogRepository } from '../second-factor/account-log.repository';

/** A therapist's or a client's account. */
export type Account = Pick<User, 'id' | 'user_type' | 'email' | 'name' | 'picture_hash' | 'is_active'>;

/** What an account's mark says of its second factor, and from when. */
export interface FactorState {
  has_second_factor: boolean;
  /** Null for one of before there were times in marks, and for a therapist who never had one. */
  changed_at: Date | null;
}

/** A client's account whose address is proved has the id of its person. */
type NewUser = Pick<User, 'id' | 'user_type' | 'email' | 'name'> & Partial<Pick<User, 'google_sub' | 'picture_hash' | 'created_at'>>;

/** What a therapist's mark vouches for. */
type Marked = Pick<User, 'id' | 'user_type' | 'google_sub' | 'has_second_factor' | 'second_factor_changed_at'>;
type Stored = Marked & Pick<User, 'mark'>;

const COLUMNS = 'id, user_type, email, name, picture_hash, is_active';

const FIND = statement<Account>('user-by-id', `select ${COLUMNS} from users where id = $1`, { plan: 'generic', connection: 'shared' });
const LOCK = statement<Account>('user-lock', `select ${COLUMNS} from users where id = $1 for no key update`);
const MARKED = 'google_sub, has_second_factor, second_factor_changed_at, mark';
const LOCK_OF_GOOGLE = statement<Account & Stored>('user-of-google-lock', `select ${COLUMNS}, ${MARKED} from users where google_sub = $1 for update`);
const TAKE_OVER_ADDRESS = statement<Account>('user-take-over-address', `update users u set email = $2 where id = $1
         and not exists (select from users o where o.user_type = u.user_type and o.email = $2) returning ${COLUMNS}`);

const LOCK_MARKED = statement<Stored>('user-lock-marked', `select id, user_type, ${MARKED} from users where id = $1 and user_type = 'therapist' for no key update`);
const AFTER = statement<Stored>('users-after', `select id, user_type, ${MARKED} from users where id > $1 and user_type = 'therapist' order by id limit $2`);

const USERS_PER_PAGE = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class UserRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly log: AccountLogRepository,
    private readonly addresses: PersonAddresses,
  ) {}

  async findUser(id: string, on: Queryable = this.database): Promise<Account | undefined> {
    const [row] = await on.query(FIND, [id]);
    return row;
  }

  /** Not one that somebody else than this product tied to the subject. */
  async lockUserOfGoogle(sub: string, tx: Queryable): Promise<Account | undefined> {
    const [row] = await tx.query(LOCK_OF_GOOGLE, [sub]);
    return row && this.isOurs(row) ? toAccount(row) : undefined;
  }

  /** Whether a therapist set a second factor up, and from when that is. @returns undefined when the account is not as this product left it */
  async lockFactorState(id: string, tx: Queryable): Promise<FactorState | undefined> {
    const [row] = await tx.query(LOCK_MARKED, [id]);
    return row && this.isOurs(row) ? { has_second_factor: row.has_second_factor, changed_at: row.second_factor_changed_at } : undefined;
  }

  async setSecondFactor(id: string, on: boolean, tx: Queryable): Promise<void> {
    const [row] = await tx.query(LOCK_MARKED, [id]);
    if (row && this.isOurs(row)) await this.changeFactor(row, on, tx);
  }

  /** Dates the marks of before there were times in them, of those whom the log has an entry of; not where it says otherwise than the row. @returns how many */
  async adoptFactorTimes(tx: Queryable): Promise<number> {
    const undated = await tx.manager.findBy(User, { user_type: 'therapist', second_factor_changed_at: IsNull(), mark: Not(IsNull()) });
    let adopted = 0;
    for (const row of undated) {
      const inLog = this.isOurs(row) ? await this.log.hasFactor(row.id, tx) : undefined;
      if (inLog !== row.has_second_factor) continue;
      await this.changeFactor(row, row.has_second_factor, tx);
      adopted += 1;
    }
    return adopted;
  }

  /** Marks the therapists of before there were marks. @param withFactor ids of those with a second factor. @returns how many */
  async adoptTherapists(withFactor: ReadonlySet<string>, tx: Queryable): Promise<number> {
    const unmarked = await tx.manager.findBy(User, { user_type: 'therapist', mark: IsNull() });
    for (const row of unmarked) {
      await this.changeFactor(row, withFactor.has(row.id), tx);
    }
    return unmarked.length;
  }

  /** Therapists that were put into the table, or changed there, by somebody else than this product. */
  async listForeign(): Promise<Pick<User, 'id'>[]> {
    const foreign: Stored[] = [];
    let page: Stored[] = [];
    do {
      page = await this.database.query(AFTER, [page.at(-1)?.id ?? FIRST_ID, USERS_PER_PAGE]);
      foreign.push(...page.filter((row) => !this.isOurs(row)));
    } while (page.length === USERS_PER_PAGE);
    return foreign;
  }

  /** @returns undefined when the address already belongs to another account of the kind, or the Google subject to any */
  async insertUser(user: NewUser, at: Date, tx: Queryable): Promise<Account | undefined> {
    const mark = user.user_type === 'therapist' ? this.mark({ google_sub: null, ...user, has_second_factor: false, second_factor_changed_at: null }) : null;
    const insert = tx.manager.createQueryBuilder().insert().into(User).values({ ...user, mark }).orIgnore().returning(COLUMNS).updateEntity(false);
    const [row] = (await insert.execute()).raw as Account[];
    if (row?.user_type === 'therapist') await this.addresses.noteTherapist(row, at, tx);
    return row;
  }

  /** What makes a therapist who comes in with a practice one of this installation; a second factor they set up anew. */
  markOfImported(user: Pick<User, 'id' | 'google_sub'>): Buffer {
    return this.mark({ ...user, user_type: 'therapist', has_second_factor: false, second_factor_changed_at: null });
  }

  /** Mails follow the address that Google has verified now, unless another account has it. */
  async takeOverAddress(user: Account, email: string, work: Work): Promise<Account> {
    if (user.email === email) {
      await this.addresses.noteTherapist(user, work.now(), work.tx);
      return user;
    }
    const [row] = await work.tx.query(TAKE_OVER_ADDRESS, [user.id, email]);
    if (!row) return user;
    // Before it is noted: the entry tells of a note that is gone.
    await work.as({ ...work.actor, type: 'therapist', id: row.id }).record({ action: 'follow_google_address', subjectType: 'therapist', subjectId: row.id, details: { change_id: newId() } });
    await this.addresses.noteTherapist(row, work.now(), work.tx, true);
    return row;
  }

  /** Whether an account may be signed in to: the log is asked of a therapist's, too. */
  async isOpen({ id, user_type, is_active }: Account, on: Queryable): Promise<boolean> {
    return is_active && (user_type !== 'therapist' || !(await this.log.isClosed(id, on)));
  }

  /** Lets one change of an account's sign-in at a time through, until the transaction ends. */
  async lockUser(id: string, tx: Queryable): Promise<Account | undefined> {
    const [row] = await tx.query(LOCK, [id]);
    return row;
  }

  /** @throws the database's unique violation for an address that another account of the kind has */
  async updateUser(id: string, changes: Partial<Pick<User, 'email' | 'name' | 'picture_hash' | 'last_login_at'>>, tx: Queryable): Promise<void> {
    await tx.manager.update(User, { id }, changes);
  }

  async changeId(id: string, newId: string, tx: Queryable): Promise<void> {
    await tx.manager.update(User, { id }, { id: newId });
  }

  /** Removes a client's account with what hangs on it: codes, trusted browsers, changes of address. The person stays. */
  async removeClient(id: string, tx: Queryable): Promise<void> {
    await tx.manager.delete(User, { id, user_type: 'client' });
  }

  /** @returns false when there is no such therapist */
  async setTherapistActive(id: string, active: boolean, tx: Queryable): Promise<boolean> {
    return (await tx.manager.update(User, { id, user_type: 'therapist' }, { is_active: active })).affected === 1;
  }

  async findTherapistByEmail(email: string, tx: Queryable): Promise<Account | undefined> {
    return (await tx.manager.findOneBy(User, { user_type: 'therapist', email })) ?? undefined;
  }

  private async changeFactor(row: Marked, has_second_factor: boolean, tx: Queryable): Promise<void> {
    const changed = { has_second_factor, second_factor_changed_at: await this.log.timeOfChange(row.id, tx) };
    await tx.manager.update(User, { id: row.id }, { ...changed, mark: this.mark({ ...row, ...changed }) });
  }

  private isOurs(row: Stored): boolean {
    return row.mark !== null && equalInConstantTime(row.mark, this.mark(row));
  }

  private mark({ id, user_type, google_sub, has_second_factor, second_factor_changed_at: changed_at }: Marked): Buffer {
    return this.keys.mark('users', [id, user_type, google_sub, has_second_factor, ...(changed_at ? [changed_at] : [])]);
  }
}

function toAccount({ google_sub: _, has_second_factor: __, second_factor_changed_at: ___, mark: ____, ...account }: Account & Stored): Account {
  return account;
}
