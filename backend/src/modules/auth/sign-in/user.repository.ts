import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import { User } from '../account.entity';

/** A therapist's or a client's account. */
export type Account = Pick<User, 'id' | 'user_type' | 'email' | 'name' | 'picture_hash' | 'is_active'>;

/** A client's account whose address is proved has the id of its person. */
type NewUser = Pick<User, 'id' | 'user_type' | 'email' | 'name'> & Partial<Pick<User, 'google_sub' | 'created_at'>>;

const COLUMNS = 'id, user_type, email, name, picture_hash, is_active';

const FIND = statement<Account>('user-by-id', `select ${COLUMNS} from users where id = $1`);
const LOCK = statement<Account>('user-lock', `select ${COLUMNS} from users where id = $1 for no key update`);
const LOCK_OF_GOOGLE = statement<Account>('user-of-google-lock', `select ${COLUMNS} from users where google_sub = $1 for update`);
const TAKE_OVER_ADDRESS = statement<Account>('user-take-over-address', `update users u set email = $2 where id = $1
         and not exists (select from users o where o.user_type = u.user_type and o.email = $2) returning ${COLUMNS}`);

@Injectable()
export class UserRepository {
  constructor(private readonly database: Database) {}

  async findUser(id: string, on: Queryable = this.database): Promise<Account | undefined> {
    const [row] = await on.query(FIND, [id]);
    return row;
  }

  async lockUserOfGoogle(sub: string, tx: Queryable): Promise<Account | undefined> {
    const [row] = await tx.query(LOCK_OF_GOOGLE, [sub]);
    return row;
  }

  /** @returns undefined when the address already belongs to another account of the kind, or the Google subject to any */
  async insertUser(user: NewUser, tx: Queryable): Promise<Account | undefined> {
    const insert = tx.manager.createQueryBuilder().insert().into(User).values(user).orIgnore().returning(COLUMNS).updateEntity(false);
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
}
