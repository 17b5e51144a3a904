import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { AddressChange, ClientAccount } from '../client.entity';

/** What sign-in must know of an account and of the browser that asks. */
export interface SignInAccount {
  id: string;
  /** The row that says that this browser is trusted. */
  trusted_id: string | null;
  /** This browser registered the account a moment ago, and nobody has proved the address since. */
  registered_here: boolean;
}

/** What somebody typed about themselves; `dateOfBirth` is 'yyyy-MM-dd'. */
export interface PersonalFields {
  phone: string | null;
  dateOfBirth: string | null;
}

export type AccountState = Pick<ClientAccount, 'phone' | 'verified_at' | 'typed_by'>;

/** An account as its owner sees it. */
export interface AccountView extends PersonalFields {
  id: string;
  email: string;
  name: string;
  registeredAt: Date;
  /** A change of address that the old address can still object to. */
  pendingChange: { oldEmail: string; newEmail: string; objectUntil: Date } | null;
}

interface ViewRow extends Pick<ClientAccount, 'phone' | 'date_of_birth' | 'registered_at'> {
  id: string;
  email: string;
  name: string;
  old_email: AddressChange['old_email'] | null;
  new_email: AddressChange['new_email'] | null;
  object_until: AddressChange['object_until'];
}

/** Looked for where there is no account, so that an unknown address takes the same steps. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

const LOCK = statement('client-account-lock', `select id from users where user_type = 'client' and email = $1 and is_active for no key update`);

const FOR_SIGN_IN = statement('client-account-for-sign-in', `select a.client_id as id, t.id as trusted_id, coalesce(a.verified_at is null and a.typed_by = $2 and a.registered_at > $4, false) as registered_here
         from client_accounts a
         left join trusted_browsers t on t.user_id = a.client_id and t.browser_hash = $2 and t.expires_at > $3
         where a.client_id = $1`);

const VIEW = `
  select u.id, u.email, u.name, a.phone, a.date_of_birth, a.registered_at, c.old_email, c.new_email, c.object_until
  from users u
  join client_accounts a on a.client_id = u.id
  left join lateral (
    select old_email, new_email, object_until from address_changes
    where user_id = u.id and confirmed_at is not null and objected_at is null and object_until > $2
    order by confirmed_at desc limit 1
  ) c on true
  where u.id = $1`;

@Injectable()
export class ClientAccountRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  /**
   * Until the transaction ends, nobody else signs in to the account or changes it. What is known of it is read after the lock: a proof
   * that was waited for may have ended the browser's trust.
   */
  async findForSignIn(email: string, browserHash: Buffer, at: { now: Date; registeredAfter: Date }, tx: Queryable): Promise<SignInAccount | undefined> {
    const [locked] = await tx.query<{ id: string }>(LOCK, [email]);
    const [row] = await tx.query<SignInAccount>(FOR_SIGN_IN, [locked?.id ?? NOBODY, browserHash, at.now, at.registeredAfter]);
    return row;
  }

  async insertAccount(id: string, account: PersonalFields & { typedBy: Buffer; registeredAt: Date }, tx: Queryable): Promise<void> {
    await tx.query('insert into client_accounts (client_id, phone, date_of_birth, typed_by, registered_at) values ($1, $2, $3, $4, $5)', [
      id,
      account.phone,
      this.seal(id, account.dateOfBirth),
      account.typedBy,
      account.registeredAt,
    ]);
  }

  async findView(id: string, now: Date, on: Queryable = this.database): Promise<AccountView | undefined> {
    const [row] = await on.query<ViewRow>(VIEW, [id, now]);
    return row && this.toView(row);
  }

  async findState(id: string, tx: Queryable): Promise<AccountState | undefined> {
    const [row] = await tx.query<AccountState>('select phone, verified_at, typed_by from client_accounts where client_id = $1', [id]);
    return row;
  }

  /** The address is proved. @param keepTyped whether what was typed before belongs to who proved it */
  async markVerified(id: string, at: Date, keepTyped: boolean, tx: Queryable): Promise<void> {
    await tx.query(
      `update client_accounts set verified_at = $2, typed_by = null,
         phone = case when $3 then phone end, date_of_birth = case when $3 then date_of_birth end
       where client_id = $1`,
      [id, at, keepTyped],
    );
  }

  /** What a person who has proved the address says of themselves; their phone number is the person's own from now on. */
  async setPersonal(id: string, name: string, fields: PersonalFields, tx: Queryable): Promise<void> {
    await tx.query('update client_accounts set phone = $2, date_of_birth = $3 where client_id = $1', [id, fields.phone, this.seal(id, fields.dateOfBirth)]);
    await tx.query('update clients set name = $2, phone = $3 where id = $1', [id, name, fields.phone]);
  }

  async removeAccount(id: string, tx: Queryable): Promise<void> {
    await tx.query('delete from client_accounts where client_id = $1', [id]);
  }

  /** Accounts that nobody has proved and nobody is signed in to, oldest first. */
  async findUnproved(registeredBefore: Date, now: Date, limit: number): Promise<string[]> {
    const rows = await this.database.query<Pick<ClientAccount, 'client_id'>>(
      `select a.client_id from client_accounts a
       where a.verified_at is null and a.registered_at < $1
         and not exists (select from sessions s where s.user_id = a.client_id and s.idle_expires_at > $2 and s.absolute_expires_at > $2)
       order by a.registered_at limit $3`,
      [registeredBefore, now, limit],
    );
    return rows.map(({ client_id }) => client_id);
  }

  private seal(id: string, dateOfBirth: string | null): Buffer | null {
    return dateOfBirth === null ? null : this.cipher.encrypt(dateOfBirth, place(id));
  }

  private toView(row: ViewRow): AccountView {
    const { old_email: oldEmail, new_email: newEmail, object_until: objectUntil } = row;
    return {
      id: row.id,
      email: row.email,
      name: row.name,
      phone: row.phone,
      dateOfBirth: row.date_of_birth && this.cipher.decrypt(row.date_of_birth, place(row.id)),
      registeredAt: row.registered_at,
      pendingChange: oldEmail !== null && newEmail !== null && objectUntil !== null ? { oldEmail, newEmail, objectUntil } : null,
    };
  }
}

function place(rowId: string) {
  return { table: 'client_accounts', column: 'date_of_birth', rowId };
}
