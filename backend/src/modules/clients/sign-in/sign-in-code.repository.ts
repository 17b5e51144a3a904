import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan } from 'typeorm';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime, newToken } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { User } from '../../auth/account.entity';
import { AddressChange, CodePurpose, SignInCode } from '../client.entity';

/** Codes that sign somebody in. A code for a new address does not. */
export const SIGNING_IN: readonly CodePurpose[] = ['sign_in', 'proof'];

/** What a mail tells: the code and the secret of the link beside it. */
export interface MailSecret {
  code: string;
  token: string;
}

/** Without a `user_id` it is for an address without an account: such a row behaves like the others and opens nothing. */
export interface NewCode extends Omit<SignInCode, 'address_hash' | 'code_hash' | 'link_hash' | 'mail_secret' | 'used_at' | 'mark'> {
  email: string;
  /** Null for a row that looks like a code and is none: nothing that anybody could type or press belongs to it. */
  secret: MailSecret | null;
}

/** Where a code stands. */
export type CodeRow = Pick<SignInCode, 'id' | 'user_id' | 'tries_left' | 'created_at' | 'expires_at' | 'used_at'>;

/** What a code's mark vouches for: who asked for it, with which address, and whose it is. */
type Marked = Pick<SignInCode, 'id' | 'purpose' | 'user_id' | 'address_hash' | 'browser_hash' | 'mark'>;

/** What is left of a code after a try. */
type TryRow = Pick<CodeRow, 'user_id' | 'tries_left'>;

/** A code that is known by the secret of its link. */
export type LinkedCode = Pick<CodeRow, 'id' | 'user_id'>;

/** Which codes are meant: those that one browser asked for with one address. */
export interface CodeKey extends Pick<SignInCode, 'browser_hash'> {
  purposes: readonly CodePurpose[];
  email: string;
}

/** What the mail about a code needs. */
export interface CodeMail extends Pick<SignInCode, 'id' | 'purpose' | 'expires_at' | 'used_at'> {
  account_email: User['email'] | null;
  new_email: AddressChange['new_email'] | null;
  /** The new address belongs to an account whose owner has proved it. */
  new_email_taken: boolean;
  /** Decrypts; not every mail tells it. */
  secret(): MailSecret;
}

type CodeMailRow = Omit<CodeMail, 'secret'> & Pick<SignInCode, 'mail_secret'> & Marked;

const FOR_MAIL = statement<CodeMailRow>(
  'sign-in-code-for-mail',
  `select c.id, c.purpose, c.user_id, c.address_hash, c.browser_hash, c.mark, u.email as account_email, ch.new_email, c.mail_secret, c.expires_at, c.used_at,
     exists (select from users o join client_accounts a on a.client_id = o.id
             where o.user_type = 'client' and o.email = ch.new_email and a.verified_at is not null) as new_email_taken
   from sign_in_codes c
   left join users u on u.id = c.user_id
   left join address_changes ch on ch.id = c.id
   where c.id = $1`,
);

const MATCHING = 'address_hash = $1 and browser_hash = $2 and purpose = any($3)';

const COLUMNS = 'id, purpose, user_id, address_hash, browser_hash, mark, tries_left, created_at, expires_at, used_at';
const LINKED = { id: true, purpose: true, user_id: true, address_hash: true, browser_hash: true, mark: true } as const;

const NEWEST = statement<CodeRow & Marked>('sign-in-code-newest', `select ${COLUMNS} from sign_in_codes where ${MATCHING} order by created_at desc, id desc limit 1`);

const ASKED_BY = statement<CodeRow & Marked>('sign-in-code-asked-by', `select ${COLUMNS} from sign_in_codes where id = $1 and browser_hash = $2`);

const VOID_OLDER = statement(
  'sign-in-code-void-older',
  `update sign_in_codes set expires_at = $4, mail_secret = null
   where ${MATCHING} and used_at is null and expires_at > $4`,
);

const TAKE_TRY = statement<TryRow & Pick<SignInCode, 'code_hash'>>(
  'sign-in-code-take-try',
  `update sign_in_codes set tries_left = tries_left - 1
   where id = $1 and used_at is null and expires_at > $2 and tries_left > 0 returning user_id, code_hash, tries_left`,
);

const USE = statement<Pick<SignInCode, 'user_id'>>(
  'sign-in-code-use',
  `update sign_in_codes set used_at = $2, mail_secret = null
   where id = $1 and used_at is null and expires_at > $2 returning user_id`,
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
  ) {}

  async insertCode(code: NewCode, tx: Queryable): Promise<void> {
    const { email, secret, ...rest } = code;
    const row = { ...rest, address_hash: this.addressHash(email) };
    await tx.manager.insert(SignInCode, {
      ...row,
      mark: this.mark(row),
      code_hash: this.codeHash(row.id, secret ? secret.code : newToken()),
      link_hash: this.linkHash(secret ? secret.token : newToken()),
      mail_secret: secret && this.cipher.encrypt(JSON.stringify(secret), place(row.id)),
    });
  }

  /** The code that was asked for last: older ones of the same browser and address do not count any more. */
  async findNewestCode(key: CodeKey, on: Queryable): Promise<CodeRow | undefined> {
    const [row] = await on.query(NEWEST, this.valuesOf(key));
    return row && this.ours(row);
  }

  /** @param browserHash who must have asked for it */
  async findCodeAskedBy(id: string, browserHash: Buffer, on: Queryable): Promise<CodeRow | undefined> {
    const [row] = await on.query(ASKED_BY, [id, browserHash]);
    return row && this.ours(row);
  }

  /** A code by the secret of its link. */
  async findCodeByLink(token: string, on: Queryable): Promise<LinkedCode | undefined> {
    const row = await on.manager.findOne(SignInCode, { select: LINKED, where: { link_hash: this.linkHash(token), purpose: In(SIGNING_IN) } });
    return row ? this.ours(row) : undefined;
  }

  /**
   * Takes one of the tries of a live code; parallel guesses share them.
   * @returns where it stands then and whether the guess is right; undefined when there is no try left, or the code is over
   */
  async takeTry(id: string, guess: string, now: Date, tx: Queryable): Promise<(TryRow & { isRight: boolean }) | undefined> {
    const [row] = await tx.query(TAKE_TRY, [id, now]);
    return row && { user_id: row.user_id, tries_left: row.tries_left, isRight: equalInConstantTime(this.codeHash(id, guess), row.code_hash) };
  }

  /** Uses a code up. @returns whose it is, or undefined when it is used or late */
  async useCode(id: string, now: Date, tx: Queryable): Promise<string | undefined> {
    const [row] = await tx.query(USE, [id, now]);
    return row?.user_id ?? undefined;
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
    const open = await tx.manager.find(SignInCode, { select: LINKED, where: { user_id: userId, used_at: IsNull(), expires_at: MoreThan(now) } });
    for (const { id, ...code } of open) {
      await tx.manager.update(SignInCode, { id }, { user_id: null, mail_secret: null, mark: this.mark({ ...code, id, user_id: null }) });
    }
  }

  /**
   * @returns undefined when the mail went out before, the code was used or replaced by a newer one, nobody may know it, or the address
   *   it would go to is not the one that it was asked for with
   */
  async findCodeMail(id: string): Promise<CodeMail | undefined> {
    const [row] = await this.database.query(FOR_MAIL, [id]);
    if (!row?.mail_secret || !this.ours(row)) return undefined;
    const { mail_secret: sealed, address_hash } = row;
    const address = row.purpose === 'address_change' ? row.new_email : row.account_email;
    if (address !== null && !equalInConstantTime(address_hash, this.addressHash(address))) return undefined;
    return { ...toMail(row), secret: () => JSON.parse(this.cipher.decrypt(sealed, place(id))) as MailSecret };
  }

  /** What only the mail needed is not kept once the mail is out. */
  async dropMailSecret(id: string): Promise<void> {
    await this.database.manager.update(SignInCode, { id }, { mail_secret: null });
  }

  /** Those that ran out before, and those that nobody ever waited for. @returns how many went */
  async deleteExpiredCodes(before: Date): Promise<number> {
    return (await this.database.query(DELETE_EXPIRED, [before])).length;
  }

  private ours<Row extends Marked>(row: Row): Row | undefined {
    return equalInConstantTime(row.mark, this.mark(row)) ? row : undefined;
  }

  private mark({ id, purpose, user_id, address_hash, browser_hash }: Omit<Marked, 'mark'>): Buffer {
    return this.keys.mark('sign_in_codes', [id, purpose, user_id, address_hash.toString('hex'), browser_hash.toString('hex')]);
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

function toMail({ mail_secret: _, user_id: __, address_hash: ___, browser_hash: ____, mark: _____, ...code }: CodeMailRow): Omit<CodeMail, 'secret'> {
  return code;
}

function place(rowId: string) {
  return { table: 'sign_in_codes', column: 'mail_secret', rowId };
}
