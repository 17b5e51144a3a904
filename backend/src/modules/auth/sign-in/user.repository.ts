import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { User } from '../account.entity';

/** A therapist's or a client's account. */
export type Account = Pick<User, 'id' | 'user_type' | 'email' | 'name' | 'picture_hash' | 'is_active'>;

/** A client's account whose address is proved has the id of its person. */
type NewUser = Pick<User, 'id' | 'user_type' | 'email' | 'name'> & Partial<Pick<User, 'google_sub' | 'picture_hash' | 'created_at'>>;

/** What a therapist's mark vouches for. */
type Marked = Pick<User, 'id' | 'user_type' | 'google_sub' | 'has_second_factor'>;
type Stored = Marked & Pick<User, 'mark'>;

const COLUMNS = 'id, user_type, email, name, picture_hash, is_active';

const FIND = statement<Account>('user-by-id', `select ${COLUMNS} from users where id = $1`);
const LOCK = statement<Account>('user-lock', `select ${COLUMNS} from users where id = $1 for no key update`);
const MARKED = 'google_sub, has_second_factor, mark';
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

  /** Whether a therapist set a second factor up. @returns undefined when the account is not as this product left it */
  async hasSecondFactor(id: string, tx: Queryable): Promise<boolean | undefined> {
    const [row] = await tx.query(LOCK_MARKED, [id]);
    return row && this.isOurs(row) ? row.has_second_factor : undefined;
  }

  async setSecondFactor(id: string, on: boolean, tx: Queryable): Promise<void> {
    const [row] = await tx.query(LOCK_MARKED, [id]);
    if (row && this.isOurs(row)) await tx.manager.update(User, { id }, { has_second_factor: on, mark: this.mark({ ...row, has_second_factor: on }) });
  }

  /** Marks the therapists of before there were marks. @param withFactor ids of those with a second factor. @returns how many */
  async adoptTherapists(withFactor: ReadonlySet<string>, tx: Queryable): Promise<number> {
    const unmarked = await tx.manager.findBy(User, { user_type: 'therapist', mark: IsNull() });
    for (const row of unmarked) {
      const has_second_factor = withFactor.has(row.id);
      await tx.manager.update(User, { id: row.id }, { has_second_factor, mark: this.mark({ ...row, has_second_factor }) });
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
  async insertUser(user: NewUser, tx: Queryable): Promise<Account | undefined> {
    const mark = user.user_type === 'therapist' ? this.mark({ google_sub: null, ...user, has_second_factor: false }) : null;
    const insert = tx.manager.createQueryBuilder().insert().into(User).values({ ...user, mark }).orIgnore().returning(COLUMNS).updateEntity(false);
    const [row] = (await insert.execute()).raw as Account[];
    return row;
  }

  /** Mails follow the address that Google has verified now, unless another account has it. */
  async takeOverAddress(user: Account, email: string, tx: Queryable): Promise<Account> {
    if (user.email === email) return user;
    const [row] = await tx.query(TAKE_OVER_ADDRESS, [user.id, email]);
    return row ?? user;
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

  private isOurs(row: Stored): boolean {
    return row.mark !== null && equalInConstantTime(row.mark, this.mark(row));
  }

  private mark({ id, user_type, google_sub, has_second_factor }: Marked): Buffer {
    return this.keys.mark('users', [id, user_type, google_sub, has_second_factor]);
  }
}

function toAccount({ google_sub: _, has_second_factor: __, mark: ___, ...account }: Account & Stored): Account {
  return account;
}
