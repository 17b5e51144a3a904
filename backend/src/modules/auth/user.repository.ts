import { Injectable } from '@nestjs/common';
import { Database, Queryable } from '../../common/database/database';

export interface UserRow {
  id: string;
  user_type: 'therapist' | 'client';
  email: string;
  name: string;
  picture_hash: string | null;
  is_active: boolean;
}

const COLUMNS = 'id, user_type, email, name, picture_hash, is_active';

@Injectable()
export class UserRepository {
  constructor(private readonly database: Database) {}

  async findById(id: string, on: Queryable = this.database): Promise<UserRow | undefined> {
    const [row] = await on.query<UserRow>({ name: 'user-by-id', text: `select ${COLUMNS} from users where id = $1` }, [id]);
    return row;
  }

  async findByGoogleSub(sub: string, on: Queryable): Promise<UserRow | undefined> {
    const [row] = await on.query<UserRow>(`select ${COLUMNS} from users where google_sub = $1 for update`, [sub]);
    return row;
  }

  /** @returns undefined when the address already belongs to another account */
  async insertTherapist(id: string, google: { sub: string; email: string; name: string }, on: Queryable): Promise<UserRow | undefined> {
    const [row] = await on.query<UserRow>(
      `insert into users (id, user_type, email, name, google_sub) values ($1, 'therapist', $2, $3, $4)
       on conflict do nothing returning ${COLUMNS}`,
      [id, google.email, google.name, google.sub],
    );
    return row;
  }

  /** Mails follow the address that Google has verified now, unless another account has it. */
  async takeOverAddress(user: UserRow, email: string, on: Queryable): Promise<UserRow> {
    if (user.email === email) return user;
    const [row] = await on.query<UserRow>(
      `update users u set email = $2 where id = $1
         and not exists (select from users o where o.user_type = u.user_type and o.email = $2) returning ${COLUMNS}`,
      [user.id, email],
    );
    return row ?? user;
  }

  async markSignIn(id: string, at: Date, on: Queryable): Promise<void> {
    await on.query('update users set last_login_at = $2 where id = $1', [id, at]);
  }

  async setPicture(id: string, hash: string, on: Queryable): Promise<void> {
    await on.query('update users set picture_hash = $2 where id = $1', [id, hash]);
  }
}
