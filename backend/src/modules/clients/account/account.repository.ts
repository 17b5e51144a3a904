import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { User } from '../../auth/account.entity';
import { AddressChange, ClientAccount } from '../client.entity';
import { PersonAddresses } from '../../auth/addresses/person-addresses.service';
import { Ended, endsOfTrust, Trust, TrustedBrowserRepository } from '../sign-in/trusted-browser.repository';

/** What sign-in must know of an account and of the browser that asks. */
export interface SignInAccount extends Pick<ClientAccount, 'client_id'> {
  /** This browser is trusted. */
  trust: Trust | null;
  /** This browser registered the account a moment ago, and nobody has proved the address since. */
  registered_here: boolean;
  /** This browser registered the account or proved its address. */
  own_browser: boolean;
}

/** What somebody typed about themselves; `date_of_birth` is 'yyyy-MM-dd'. */
export interface PersonalFields extends Pick<ClientAccount, 'phone'> {
  date_of_birth: string | null;
}

/** `typed_by` is the browser that registered it, while nobody has proved the address. */
export type AccountState = PersonalFields & Pick<ClientAccount, 'verified_at' | 'typed_by'>;

/** What the mark of an account that nobody has proved vouches for: whose browser registered it, and until when it signs in there without a code. */
type Registration = Pick<ClientAccount, 'client_id' | 'typed_by' | 'registered_at' | 'auto_login_until'>;
type MarkedRegistration = Registration & Pick<ClientAccount, 'registration_mark'>;

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

/** An account at an address. */
export type StandingAccount = Pick<ClientAccount, 'client_id' | 'verified_at'>;

/** An account with the change of address that its old address can still object to: null in its columns where there is none. */
type ViewRow = Pick<User, 'id' | 'email' | 'name'> &
  Pick<ClientAccount, 'phone' | 'date_of_birth' | 'registered_at'> & {
    [Column in 'old_email' | 'new_email' | 'object_until']: AddressChange[Column] | null;
  };

/** An account as its owner sees it. */
export type AccountView = Omit<ViewRow, 'date_of_birth'> & PersonalFields;

/** How long an address that was left can object. */
export const OBJECTION_MS = 7 * 24 * 3_600_000;

/** Looked for where there is no account, so that an unknown address takes the same steps. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** `a` is the account, $2 the browser. */
const OWN_BROWSER = `(coalesce(a.typed_by = $2, false) or exists (select from known_browsers k where k.user_id = a.client_id and k.browser_hash = $2))`;

const LOCK = statement<Pick<User, 'id'>>('client-account-lock', `select id from users where user_type = 'client' and email = $1 and is_active for no key update`);

const FOR_SIGN_IN = statement<Omit<SignInAccount, 'trust'> & MarkedRegistration & Nullable<Trust> & Ended>(
  'client-account-for-sign-in',
  `select a.client_id, a.typed_by, a.registered_at, a.auto_login_until, a.registration_mark, t.id, t.user_id, t.browser_hash, t.created_at, t.last_proof_at, t.expires_at, t.kept_at, t.mark, ${endsOfTrust('t', '$3::timestamptz')} as ends, ${OWN_BROWSER} as own_browser,
     coalesce(a.verified_at is null and a.typed_by = $2 and a.auto_login_until > $3, false) as registered_here
   from client_accounts a
   left join trusted_browsers t on t.user_id = a.client_id and t.browser_hash = $2 and t.expires_at > $3
   where a.client_id = $1`,
);

const IS_OWN = statement<{ own: boolean }>('client-account-own-browser', `select ${OWN_BROWSER} as own from client_accounts a where a.client_id = $1`);

const LOCK_STANDING = statement<StandingAccount>(
  'client-account-lock-standing',
  `select a.client_id, a.verified_at from users u join client_accounts a on a.client_id = u.id
   where u.user_type = 'client' and u.email = $1 for update of u`,
);

const VIEW = statement<ViewRow>(
  'client-account-view',
  `select u.id, u.email, u.name, a.phone, a.date_of_birth, a.registered_at, c.old_email, c.new_email, c.object_until
   from users u
   join client_accounts a on a.client_id = u.id
   left join lateral (
     select old_email, new_email, object_until from address_changes
     where user_id = u.id and new_email = u.email and confirmed_at is not null and objected_at is null and object_until > $2
     order by confirmed_at desc limit 1
   ) c on true
   where u.id = $1`,
);

const UNPROVED_AFTER = statement<MarkedRegistration>(
  'client-accounts-unproved-after',
  `select client_id, typed_by, registered_at, auto_login_until, registration_mark from client_accounts
   where verified_at is null and client_id > $1 order by client_id limit $2`,
);

const PER_PAGE = 1_000;

const UNPROVED = statement<Pick<ClientAccount, 'client_id'>>(
  'client-account-list-unproved',
  `select a.client_id from client_accounts a
   where a.verified_at is null and a.registered_at < $1
     and not exists (select from sessions s where s.user_id = a.client_id and s.idle_expires_at > $2 and s.absolute_expires_at > $2)
   order by a.registered_at limit $3`,
);

@Injectable()
export class ClientAccountRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly keys: KeyRing,
    private readonly trusted: TrustedBrowserRepository,
    private readonly addresses: PersonAddresses,
  ) {}

  /**
   * Until the transaction ends, nobody else signs in to the account or changes it. What is known of it is read after the lock: a proof
   * that was waited for may have ended the browser's trust.
   */
  async findForSignIn(email: string, browserHash: Buffer, now: Date, tx: Queryable): Promise<SignInAccount | undefined> {
    const [found] = await tx.query(LOCK, [email]);
    // For an unknown address the same is asked of nobody: the time it takes tells nothing.
    const isTheirs = await this.addresses.isOf(found?.id ?? NOBODY, email, tx);
    const locked = isTheirs ? found : undefined;
    const [row] = await tx.query(FOR_SIGN_IN, [locked?.id ?? NOBODY, browserHash, now]);
    if (!row || row.client_id !== locked?.id) return undefined;
    const { client_id, own_browser, registered_here, typed_by, registered_at, auto_login_until, registration_mark, ...trust } = row;
    const isRegistered = registered_here && typed_by !== null && equalInConstantTime(typed_by, browserHash) && this.isGenuine({ client_id, typed_by, registered_at, auto_login_until, registration_mark });
    return { client_id, own_browser, registered_here: isRegistered, trust: isThere(trust) && (await this.trusted.stands(trust, tx, { user_id: client_id, browser_hash: browserHash })) ? trust : null };
  }

  /** The account of an address, held until the transaction ends. */
  async lockStanding(email: string, tx: Queryable): Promise<StandingAccount | undefined> {
    const [row] = await tx.query(LOCK_STANDING, [email]);
    return row;
  }

  /** Whether the browser registered the account or proved its address. */
  async isOwnBrowser(id: string, browserHash: Buffer, tx: Queryable): Promise<boolean> {
    const [row] = await tx.query(IS_OWN, [id, browserHash]);
    return row?.own ?? false;
  }

  async insertAccount(account: PersonalFields & Registration, tx: Queryable): Promise<void> {
    await tx.manager.insert(ClientAccount, { ...account, ...this.seal(account.client_id, account), registration_mark: this.mark(account) });
  }

  async findView(id: string, now: Date, on: Queryable = this.database): Promise<AccountView | undefined> {
    const [row] = await on.query(VIEW, [id, now]);
    return row && { ...row, date_of_birth: row.date_of_birth && this.cipher.decrypt(row.date_of_birth, place(id)) };
  }

  async findState(id: string, tx: Queryable): Promise<AccountState | undefined> {
    const row = await tx.manager.findOneBy(ClientAccount, { client_id: id });
    if (!row) return undefined;
    const { phone, verified_at } = row;
    const date_of_birth = row.date_of_birth && this.cipher.decrypt(row.date_of_birth, place(id));
    return { phone, date_of_birth, verified_at, typed_by: this.isGenuine(row) ? row.typed_by : null };
  }

  /** Since when the account has had an address, by a proof and without absences that could be objected to. @returns undefined where it never had it */
  async heldSince(id: string, email: string, tx: Queryable): Promise<Date | undefined> {
    const since = await this.addresses.heldSince(id, email, OBJECTION_MS, tx);
    const verified_at = (await tx.manager.findOneBy(ClientAccount, { client_id: id }))?.verified_at;
    // What practices kept of the address before, the person's id with it, is no proof.
    return since && verified_at && verified_at > since ? verified_at : since;
  }

  /** The browser that registered an account is not let in by the address alone any more. */
  async endRegisteredHere(id: string, tx: Queryable): Promise<void> {
    const row = await tx.manager.findOneBy(ClientAccount, { client_id: id });
    if (!row?.auto_login_until || !this.isGenuine(row)) return;
    await tx.manager.update(ClientAccount, { client_id: id }, { auto_login_until: null, registration_mark: this.mark({ ...row, auto_login_until: null }) });
  }

  /** The address is proved. @param typed what was typed before, where it belongs to who proved it */
  async markVerified(id: string, at: Date, typed: PersonalFields, tx: Queryable): Promise<void> {
    await tx.manager.update(ClientAccount, { client_id: id }, { verified_at: at, typed_by: null, auto_login_until: null, registration_mark: null, ...this.seal(id, typed) });
  }

  /** What is typed for the account later replaces what was typed before. */
  async setPersonal(id: string, fields: PersonalFields, tx: Queryable): Promise<void> {
    await tx.manager.update(ClientAccount, { client_id: id }, this.seal(id, fields));
  }

  async removeAccount(id: string, tx: Queryable): Promise<void> {
    await tx.manager.delete(ClientAccount, { client_id: id });
  }

  /** Accounts that nobody has proved and nobody is signed in to, oldest first. */
  async findUnproved(registeredBefore: Date, now: Date, limit: number): Promise<string[]> {
    const rows = await this.database.query(UNPROVED, [registeredBefore, now, limit]);
    return rows.map(({ client_id }) => client_id);
  }

  /** Accounts that say that nobody has proved them, and that nobody registered so. */
  async listForeign(): Promise<string[]> {
    const foreign: string[] = [];
    let page: MarkedRegistration[] = [];
    do {
      page = await this.database.query(UNPROVED_AFTER, [page.at(-1)?.client_id ?? NOBODY, PER_PAGE]);
      foreign.push(...page.filter((row) => !this.isGenuine(row)).map(({ client_id }) => client_id));
    } while (page.length === PER_PAGE);
    return foreign;
  }

  private isGenuine(row: MarkedRegistration): boolean {
    return row.registration_mark !== null && equalInConstantTime(row.registration_mark, this.mark(row));
  }

  /** With the first proof an account takes another id: what was registered before vouches for nothing then, put back or not. */
  private mark({ client_id, typed_by, registered_at, auto_login_until }: Registration): Buffer {
    return this.keys.mark('client_accounts', [client_id, typed_by?.toString('hex') ?? null, registered_at, auto_login_until]);
  }

  private seal(id: string, { phone, date_of_birth }: PersonalFields): Pick<ClientAccount, 'phone' | 'date_of_birth'> {
    return { phone, date_of_birth: date_of_birth === null ? null : this.cipher.encrypt(date_of_birth, place(id)) };
  }
}

function isThere(trust: Nullable<Trust>): trust is Trust {
  return trust.id !== null;
}

function place(rowId: string) {
  return { table: 'client_accounts', column: 'date_of_birth', rowId };
}
