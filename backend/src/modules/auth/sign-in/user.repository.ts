import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { User } from '../account.entity';

/** A therapist's or a client's account. */
export type Account = Pick<User, 'id' | 'user_type' | 'email' | 'name' | 'picture_hash' | 'is_active'>;

const COLUMNS = 'id, user_type, email, name, picture_hash, is_active';

const USER_BY_ID = statement('user-by-id', `select ${COLUMNS} from users where id = $1`);
const USER_LOCK = statement('user-lock', `select ${COLUMNS} from users where id = $1 for no key update`);

@Injectable()
export class UserRepository {
  constructor(private readonly database: Database) {}

  async findUser(id: string, on: Queryable = this.database): Promise<Account | undefined> {
    const [row] = await on.query<Account>(USER_BY_ID, [id]);
    return row;
  }

  async lockUserOfGoogle(sub: string, tx: Queryable): Promise<Account | undefined> {
    const [row] = await tx.query<Account>(`select ${COLUMNS} from users where google_sub = $1 for update`, [sub]);
    return row;
  }

  /** @returns undefined when the address already belongs to another account */
  async insertTherapist(id: string, google: { sub: string; email: string; name: string }, tx: Queryable): Promise<Account | undefined> {
    const [row] = await tx.query<Account>(
      `insert into users (id, user_type, email, name, google_sub) values ($1, 'therapist', $2, $3, $4)
       on conflict do nothing returning ${COLUMNS}`,
      [id, google.email, google.name, google.sub],
    );
    return row;
  }

  /** Mails follow the address that Google has verified now, unless another account has it. */
  async takeOverAddress(user: Account, email: string, tx: Queryable): Promise<Account> {
    if (user.email === email) return user;
    const [row] = await tx.query<Account>(
      `update users u set email = $2 where id = $1
         and not exists (select from users o where o.user_type = u.user_type and o.email = $2) returning ${COLUMNS}`,
      [user.id, email],
    );
    return row ?? user;
  }

  /** Lets one change of an account's sign-in at a time through, until the transaction ends. */
  async lockUser(id: string, tx: Queryable): Promise<Account | undefined> {
    const [row] = await tx.query<Account>(USER_LOCK, [id]);
    return row;
  }

  /**
   * A client's account. @param id the id of the person it belongs to
   * @returns undefined when the address has an account already
   */
  async insertClient(id: string, client: { email: string; name: string; at: Date }, tx: Queryable): Promise<Account | undefined> {
    const [row] = await tx.query<Account>(
      `insert into users (id, user_type, email, name, created_at) values ($1, 'client', $2, $3, $4) on conflict do nothing returning ${COLUMNS}`,
      [id, client.email, client.name, client.at],
    );
    return row;
  }

  async renameUser(id: string, name: string, tx: Queryable): Promise<void> {
    await tx.query('update users set name = $2 where id = $1', [id, name]);
  }

  async changeEmail(id: string, email: string, tx: Queryable): Promise<void> {
    await tx.query('update users set email = $2 where id = $1', [id, email]);
  }

  /** Removes a client's account with what hangs on it: codes, trusted browsers, changes of address. The person stays. */
  async removeClient(id: string, tx: Queryable): Promise<void> {
    await tx.query(`delete from users where id = $1 and user_type = 'client'`, [id]);
  }

  async markUserSignIn(id: string, at: Date, tx: Queryable): Promise<void> {
    await tx.query('update users set last_login_at = $2 where id = $1', [id, at]);
  }

  /** @returns false when there is no such therapist */
  async setTherapistActive(id: string, active: boolean, tx: Queryable): Promise<boolean> {
    const rows = await tx.query(`update users set is_active = $2 where id = $1 and user_type = 'therapist' returning 1`, [id, active]);
    return rows.length === 1;
  }

  async findTherapistByEmail(email: string, tx: Queryable): Promise<Account | undefined> {
    const [row] = await tx.query<Account>(`select ${COLUMNS} from users where user_type = 'therapist' and email = $1`, [email]);
    return row;
  }

  async setPicture(id: string, hash: string, tx: Queryable): Promise<void> {
    await tx.query('update users set picture_hash = $2 where id = $1', [id, hash]);
  }
}
