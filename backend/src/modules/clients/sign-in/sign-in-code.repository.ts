import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime, newToken } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import { EntryMarks, MARKED_SELECT, MarkedEntry } from '../../activity-log/entry-marks.service';
import type { User } from '../../auth/account.entity';
import { AddressChange, CodePurpose, SignInCode } from '../client.entity';

/** Codes that sign somebody in. A code for a new address does not. */
export const SIGNING_IN: readonly CodePurpose[] = ['sign_in', 'proof'];

export const CODE_LIFETIME_SECONDS = 600;
/** More than a code has tries, so that each of many at once has its turn. */
const ROUNDS = 10;

/** What a mail tells: the code and the secret of the link beside it. */
export interface MailSecret {
  /** Null where so many were asked for that only a link goes out, which nobody can guess. */
  code: string | null;
  token: string;
}

/** Without a `user_id` it is for an address without an account: such a row behaves like the others and opens nothing. */
export interface NewCode extends Omit<SignInCode, 'address_hash' | 'code_hash' | 'link_hash' | 'mail_secret' | 'used_at' | 'mark'> {
  email: string;
  /** Null for a row that looks like a code and is none: nothing that anybody could type or press belongs to it. */
  secret: MailSecret | null;
}

/** What a code's mark vouches for: who asked for it, when and with which address, whose it is, its secrets, and where it stands. */
type Unmarked = Omit<SignInCode, 'mail_secret' | 'expires_at' | 'mark'>;
type Marked = Unmarked & Pick<SignInCode, 'mark'>;

/** Where a code stands. */
export type CodeRow = Marked & Pick<SignInCode, 'expires_at'>;

/** What came of one try. */
type Tried = Pick<CodeRow, 'tries_left'> & { isUsed: boolean };

/** Which codes are meant: those that one browser asked for with one address. */
export interface CodeKey extends Pick<SignInCode, 'browser_hash'> {
  purposes: readonly CodePurpose[];
  email: string;
}

/** What the mail about a code needs. */
export interface CodeMail extends Pick<SignInCode, 'id' | 'purpose' | 'expires_at' | 'used_at'> {
  /** Where the account is reached by codes: its address, or the one before while that may object. */
  account_email: User['email'] | null;
  new_email: AddressChange['new_email'] | null;
  /** The new address belongs to an account whose owner has proved it. */
  new_email_taken: boolean;
  /** Decrypts; not every mail tells it. */
  secret(): MailSecret;
}

type CodeMailRow = Omit<CodeMail, 'secret'> & { old_emails: string[] | null } & Pick<SignInCode, 'mail_secret'> & Marked;

const FOR_MAIL = statement<CodeMailRow>(
  'sign-in-code-for-mail',
  `select c.id, c.purpose, c.user_id, c.address_hash, c.browser_hash, c.code_hash, c.link_hash, c.tries_left, c.created_at, c.used_at, c.mark,
     u.email as account_email, ch.new_email, c.mail_secret, c.expires_at,
     (select array_agg(h.old_email) from address_changes h where h.user_id = c.user_id and c.purpose = 'proof' and h.confirmed_at is not null and h.objected_at is null) as old_emails,
     exists (select from users o join client_accounts a on a.client_id = o.id
             where o.user_type = 'client' and o.email = ch.new_email and a.verified_at is not null) as new_email_taken
   from sign_in_codes c
   left join users u on u.id = c.user_id
   left join address_changes ch on ch.id = c.id
   where c.id = $1`,
);

const MATCHING = 'address_hash = $1 and browser_hash = $2 and purpose = any($3)';

const COLUMNS = 'id, purpose, user_id, address_hash, browser_hash, code_hash, link_hash, tries_left, created_at, expires_at, used_at, mark';

const NEWEST = statement<CodeRow>('sign-in-code-newest', `select ${COLUMNS} from sign_in_codes where ${MATCHING} order by created_at desc, id desc limit 1`);

const ASKED_BY = statement<CodeRow>('sign-in-code-asked-by', `select ${COLUMNS} from sign_in_codes where id = $1 and browser_hash = $2`);
const BY_ID = statement<CodeRow>('sign-in-code-by-id', `select ${COLUMNS} from sign_in_codes where id = $1`);
const BY_LINK = statement<CodeRow>('sign-in-code-by-link', `select ${COLUMNS} from sign_in_codes where link_hash = $1 and purpose = any($2)`);
const OPEN_OF = statement<CodeRow>('sign-in-codes-open-of', `select ${COLUMNS} from sign_in_codes where user_id = $1 and used_at is null and expires_at > $2 for update`);

const VOID_OLDER = statement(
  'sign-in-code-void-older',
  `update sign_in_codes set expires_at = $4, mail_secret = null
   where ${MATCHING} and used_at is null and expires_at > $4`,
);

/** Asked for with the address that a person, or a record of theirs, has. */
/** Those that sign in first, the newest of them: each is compared with each number of a text, and whoever asks for hundreds of codes of their own mailbox holds nobody up. */
const MOST_COMPARED = 40;
const LIVE_TO_ADDRESS = statement<CodeRow>('sign-in-codes-live-to-address', `select ${COLUMNS} from sign_in_codes where address_hash = $1 and user_id is not null and used_at is null and expires_at > $2 order by purpose = any($4) desc, created_at desc limit $3`);
const ADDRESS_OF = statement<{ email: string }>('sign-in-code-address-of', 'select email from clients where id = $1');
const LOCK = statement<CodeRow>('sign-in-code-lock', `select ${COLUMNS} from sign_in_codes where id = $1 and used_at is null for update`);

/** The mark says what stood there: who changed it meanwhile was faster. */
const MOVE_ON = statement<Pick<SignInCode, 'id'>>(
  'sign-in-code-move-on',
  `update sign_in_codes set tries_left = $3, used_at = $4, mark = $5, mail_secret = case when $4::timestamptz is null then mail_secret end
   where id = $1 and mark = $2 and expires_at > $6 returning id`,
);

/** What ends every code of an account is in the log, which nobody takes entries out of: a code that was put back stays over. */
const ENDS_SINCE = statement<MarkedEntry>(
  'sign-in-code-ends-since',
  `select ${MARKED_SELECT} from activity_log where subject_type = 'client' and subject_id = $1 and at > $2 and at < $3::timestamptz + interval '1 hour'
     and action in ('client_verify', 'change_address', 'object_address_change')`,
);

/** Codes that were over when they were written say nothing but that somebody asked. */
const DELETE_EXPIRED = statement<Pick<SignInCode, 'id'>>(
  'sign-in-code-delete-expired',
  `delete from sign_in_codes where expires_at < $1 or (expires_at <= created_at and user_id is null) returning id`,
);

/**
 * Codes, their links, and what their mails tell. Of the secrets keyed digests are kept: a code is short, and its digest belongs to its row;
 * nobody who writes the table can add a link of their own, nor give an own code to another account. Of the address only a digest is kept.
 */
@Injectable()
export class SignInCodeRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly cipher: ColumnCipher,
    private readonly marks: EntryMarks,
  ) {}

  async insertCode(code: NewCode, tx: Queryable): Promise<void> {
    const { email, secret, ...rest } = code;
    const row = {
      ...rest,
      address_hash: this.addressHash(email),
      code_hash: this.codeHash(rest.id, secret?.code ?? newToken()),
      link_hash: this.linkHash(secret?.token ?? newToken()),
      used_at: null,
    };
    await tx.manager.insert(SignInCode, { ...row, mark: this.mark(row), mail_secret: secret && this.cipher.encrypt(JSON.stringify(secret), place(row.id)) });
  }

  /** The code that was asked for last: older ones of the same browser and address do not count any more. */
  async findNewestCode(key: CodeKey, on: Queryable): Promise<CodeRow | undefined> {
    const [row] = await on.query(NEWEST, this.valuesOf(key));
    return row && this.found(row, { address_hash: this.addressHash(key.email), browser_hash: key.browser_hash });
  }

  /** @param browserHash who must have asked for it */
  async findCodeAskedBy(id: string, browserHash: Buffer, on: Queryable): Promise<CodeRow | undefined> {
    const [row] = await on.query(ASKED_BY, [id, browserHash]);
    return row?.id === id ? this.found(row, { browser_hash: browserHash }) : undefined;
  }

  /** A code by the secret of its link. */
  async findCodeByLink(token: string, on: Queryable): Promise<CodeRow | undefined> {
    const link_hash = this.linkHash(token);
    const [row] = await on.query(BY_LINK, [link_hash, SIGNING_IN]);
    return row && this.found(row, { link_hash });
  }

  /**
   * Takes one of the tries of a live code, and uses it up where the guess is right; parallel guesses share them.
   * @param found as it was a moment ago
   * @returns how many tries are left and whether it was used; undefined when there is no try left, or the code is over
   */
  tryCode(found: CodeRow, guess: string, now: Date, tx: Queryable): Promise<Tried | undefined> {
    const guessed = this.codeHash(found.id, guess);
    return this.moveOn(found, now, tx, async (code) => {
      if (code.tries_left <= 0) return undefined;
      const isUsed = equalInConstantTime(guessed, code.code_hash) && code.user_id !== null && !(await this.isEnded(code, now, tx));
      return { tries_left: code.tries_left - 1, used_at: isUsed ? now : null, isUsed };
    });
  }

  /**
   * Uses a code up by its link. An address that it was not mailed to takes one of the code's tries.
   * @param email whom the link is said to belong to, where that was asked
   * @returns how many tries are left and whether it was used; undefined when it is used, late, nobody's or out of tries
   */
  tryLink(found: CodeRow, email: string | undefined, now: Date, tx: Queryable): Promise<Tried | undefined> {
    const said = email === undefined ? undefined : this.addressHash(email);
    return this.moveOn(found, now, tx, async (code) => {
      if (code.user_id === null || (said && code.tries_left <= 0) || (await this.isEnded(code, now, tx))) return undefined;
      const isUsed = !said || equalInConstantTime(said, code.address_hash);
      return { tries_left: code.tries_left - (isUsed ? 0 : 1), used_at: isUsed ? now : null, isUsed };
    });
  }

  /** A new code voids the older ones of its browser and address, with their links. */
  async voidOlderCodes(key: CodeKey, now: Date, tx: Queryable): Promise<void> {
    await tx.query(VOID_OLDER, [...this.valuesOf(key), now]);
  }

  /**
   * Ends every code and link of an account that has not been used: they are nobody's from here on, and answer like codes that are waited
   * for, so that who asked for one without leave does not learn that the owner has just signed in.
   */
  async voidCodesOf(userId: string, now: Date, tx: Queryable): Promise<void> {
    for (const code of await tx.query(OPEN_OF, [userId, now])) await this.voidCode(code, tx);
  }

  /**
   * Which codes that are open are among the given ones.
   * @param clientId whose address they were asked for with
   * @param given codes of six digits, and secrets of links
   * @returns their ids
   */
  async listLiveAmong(clientId: string, given: { codes: readonly string[]; tokens: readonly string[] }, now: Date, tx: Queryable): Promise<string[]> {
    const [row] = await tx.query(ADDRESS_OF, [clientId]);
    return row ? this.listLiveTo(row.email, given, now, tx) : [];
  }

  /** {@link listLiveAmong}, of an address. */
  async listLiveTo(email: string, given: { codes: readonly string[]; tokens: readonly string[] }, now: Date, tx: Queryable): Promise<string[]> {
    const links = given.tokens.map((token) => this.linkHash(token));
    const live = await tx.query(LIVE_TO_ADDRESS, [this.addressHash(email), now, MOST_COMPARED, SIGNING_IN]);
    const isGiven = ({ id, code_hash, link_hash }: CodeRow): boolean =>
      given.codes.some((code) => equalInConstantTime(this.codeHash(id, code), code_hash)) || links.some((link) => equalInConstantTime(link, link_hash));
    return live.filter(isGiven).map(({ id }) => id);
  }

  /** Ends codes as {@link voidCodesOf}. */
  async voidCodes(ids: readonly string[], tx: Queryable): Promise<void> {
    for (const id of [...ids].sort()) for (const code of await tx.query(LOCK, [id])) await this.voidCode(code, tx);
  }

  private async voidCode(code: CodeRow, tx: Queryable): Promise<void> {
    if (this.ours(code)) await tx.manager.update(SignInCode, { id: code.id }, { user_id: null, mail_secret: null, mark: this.mark({ ...code, user_id: null }) });
  }

  /**
   * @returns undefined when the mail went out before, the code was used or replaced by a newer one, nobody may know it, or the address
   *   it would go to is not the one that it was asked for with
   */
  async findCodeMail(id: string): Promise<CodeMail | undefined> {
    const [row] = await this.database.query(FOR_MAIL, [id]);
    if (!row?.mail_secret || row.id !== id || !this.ours(row)) return undefined;
    const { mail_secret: sealed, old_emails } = row;
    const addresses = row.purpose === 'address_change' ? [row.new_email] : [row.account_email, ...(old_emails ?? [])];
    const address = addresses.find((each) => each === null || this.wentTo(row, each));
    if (address === undefined) return undefined;
    return { ...toMail(row), ...(row.purpose !== 'address_change' && { account_email: address }), secret: () => JSON.parse(this.cipher.decrypt(sealed, place(id))) as MailSecret };
  }

  /** Whether it was asked for with this address, which its mail goes to. */
  wentTo({ address_hash }: Pick<SignInCode, 'address_hash'>, email: string): boolean {
    return equalInConstantTime(address_hash, this.addressHash(email));
  }

  /** What only the mail needed is not kept once the mail is out. */
  async dropMailSecret(id: string): Promise<void> {
    await this.database.manager.update(SignInCode, { id }, { mail_secret: null });
  }

  /** Those that ran out before, and those that nobody ever waited for. @returns how many went */
  async deleteExpiredCodes(before: Date): Promise<number> {
    return (await this.database.query(DELETE_EXPIRED, [before])).length;
  }

  /**
   * One step of a live code, compared and set: when another request was faster, it is looked at anew.
   * @param step what becomes of the code; undefined where nothing may
   */
  private async moveOn<Step extends Pick<SignInCode, 'tries_left' | 'used_at'>>(
    found: CodeRow,
    now: Date,
    tx: Queryable,
    step: (code: CodeRow) => Promise<Step | undefined>,
  ): Promise<Step | undefined> {
    let code: CodeRow | undefined = found;
    for (let round = 0; round < ROUNDS && code && isOpen(code, now); round += 1) {
      const next = await step(code);
      if (!next) return undefined;
      const { tries_left, used_at } = next;
      const moved = await tx.query(MOVE_ON, [code.id, code.mark, tries_left, used_at, this.mark({ ...code, tries_left, used_at }), now]);
      if (moved.length === 1) return next;
      const [changed]: CodeRow[] = await tx.query(BY_ID, [code.id]);
      code = changed?.id === found.id ? this.ours(changed) : undefined;
    }
    return undefined;
  }

  /** Whether the account's codes were ended after this one was made, whatever its row says. */
  private async isEnded({ user_id, created_at }: CodeRow, now: Date, tx: Queryable): Promise<boolean> {
    return this.marks.someGenuine(await tx.query(ENDS_SINCE, [user_id, created_at, now]), tx);
  }

  /** The database is not the only one to say whose secret it is. */
  private found(row: CodeRow, asked: Partial<Pick<SignInCode, 'address_hash' | 'browser_hash' | 'link_hash'>>): CodeRow | undefined {
    const isAsked = (Object.keys(asked) as (keyof typeof asked)[]).every((hash) => asked[hash] && equalInConstantTime(row[hash], asked[hash]));
    return isAsked ? this.ours(row) : undefined;
  }

  private ours<Row extends Marked>(row: Row): Row | undefined {
    return equalInConstantTime(row.mark, this.mark(row)) ? row : undefined;
  }

  private mark({ id, purpose, user_id, address_hash, browser_hash, code_hash, link_hash, tries_left, created_at, used_at }: Unmarked): Buffer {
    const hashes = [address_hash, browser_hash, code_hash, link_hash].map((hash) => hash.toString('hex'));
    return this.keys.mark('sign_in_codes', [id, purpose, user_id, ...hashes, String(tries_left), created_at, used_at]);
  }

  private valuesOf({ email, browser_hash, purposes }: CodeKey): unknown[] {
    return [this.addressHash(email), browser_hash, purposes];
  }

  private addressHash(email: string): Buffer {
    return this.keys.digest('sign-in-address', email);
  }

  private codeHash(rowId: string, code: string): Buffer {
    return this.keys.digest('sign-in-code', `${rowId}.${code}`);
  }

  private linkHash(token: string): Buffer {
    return this.keys.digest('sign-in-link', token);
  }
}

function toMail({ id, purpose, expires_at, used_at, account_email, new_email, new_email_taken }: CodeMailRow): Omit<CodeMail, 'secret'> {
  return { id, purpose, expires_at, used_at, account_email, new_email, new_email_taken };
}

/** A row may end a code sooner, and never make it live longer. */
export function isOpen({ used_at, expires_at, created_at }: CodeRow, now: Date): boolean {
  return used_at === null && expires_at > now && created_at.getTime() + CODE_LIFETIME_SECONDS * 1_000 > now.getTime();
}

function place(rowId: string) {
  return { table: 'sign_in_codes', column: 'mail_secret', rowId };
}
