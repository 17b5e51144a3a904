import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime, hashToken, newMailToken, newOneTimeCode, newToken } from '../../../common/crypto/tokens';
import { Database, Queryable } from '../../../common/database/database';
import { MaintenanceTask, TidiesUp } from '../../../common/jobs/maintenance';
import { AddressChangeRepository } from '../account/address-change.repository';
import { TrustedBrowserRepository } from './trusted-browser.repository';

export type CodePurpose = 'sign_in' | 'proof' | 'address_change';

/** Codes that sign somebody in. A code for a new address does not. */
export const SIGNING_IN: readonly CodePurpose[] = ['sign_in', 'proof'];

export interface NewCode {
  id: string;
  purpose: CodePurpose;
  /** Null for an address without an account: such a row behaves like the others and opens nothing. */
  userId: string | null;
  addressHash: Buffer;
  browserHash: Buffer;
  codeHash: Buffer;
  linkHash: Buffer;
  mailSecret: Buffer | null;
  triesLeft: number;
  createdAt: Date;
  expiresAt: Date;
}

/** Where a code stands. */
export interface CodeRow {
  id: string;
  user_id: string | null;
  code_hash: Buffer;
  tries_left: number;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

/** Which codes are meant: those that one browser asked for with one address. */
export interface CodeKey {
  purposes: readonly CodePurpose[];
  browserHash: Buffer;
  addressHash: Buffer;
}

/** What the mail about a code needs. */
export interface CodeMailRow {
  id: string;
  purpose: CodePurpose;
  user_id: string | null;
  account_email: string | null;
  new_email: string | null;
  /** The new address belongs to an account whose owner has proved it. */
  new_email_taken: boolean;
  mail_secret: Buffer | null;
  expires_at: Date;
  used_at: Date | null;
}

const INSERT = {
  name: 'sign-in-code-insert',
  text: `insert into sign_in_codes (id, purpose, user_id, address_hash, browser_hash, code_hash, link_hash, mail_secret, tries_left, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
};

const FOR_MAIL = `
  select c.id, c.purpose, c.user_id, u.email as account_email, ch.new_email, c.mail_secret, c.expires_at, c.used_at,
    exists (select from users o join client_accounts a on a.client_id = o.id
            where o.user_type = 'client' and o.email = ch.new_email and a.verified_at is not null) as new_email_taken
  from sign_in_codes c
  left join users u on u.id = c.user_id
  left join address_changes ch on ch.id = c.id
  where c.id = $1`;

const COLUMNS = 'id, user_id, code_hash, tries_left, created_at, expires_at, used_at';

const MATCHING = 'address_hash = $1 and browser_hash = $2 and purpose = any($3)';

@Injectable()
export class SignInCodeRepository {
  constructor(private readonly database: Database) {}

  async insert(code: NewCode, tx: Queryable): Promise<void> {
    await tx.query(INSERT, [
      code.id,
      code.purpose,
      code.userId,
      code.addressHash,
      code.browserHash,
      code.codeHash,
      code.linkHash,
      code.mailSecret,
      code.triesLeft,
      code.createdAt,
      code.expiresAt,
    ]);
  }

  /** The code that was asked for last: older ones of the same browser and address do not count any more. */
  async findNewest(key: CodeKey, on: Queryable): Promise<CodeRow | undefined> {
    const [row] = await on.query<CodeRow>(
      {
        name: 'sign-in-code-newest',
        text: `select ${COLUMNS} from sign_in_codes where ${MATCHING} order by created_at desc, id desc limit 1`,
      },
      valuesOf(key),
    );
    return row;
  }

  /** @param browserHash who must have asked for it */
  async findAskedBy(id: string, browserHash: Buffer, on: Queryable): Promise<CodeRow | undefined> {
    const [row] = await on.query<CodeRow>(`select ${COLUMNS} from sign_in_codes where id = $1 and browser_hash = $2`, [id, browserHash]);
    return row;
  }

  /** A code by the secret of its link. */
  async findByLink(linkHash: Buffer, on: Queryable): Promise<{ id: string; user_id: string | null } | undefined> {
    const [row] = await on.query<{ id: string; user_id: string | null }>(
      'select id, user_id from sign_in_codes where link_hash = $1 and purpose = any($2)',
      [linkHash, SIGNING_IN],
    );
    return row;
  }

  /** Takes one of the tries of a live code; parallel guesses share them. @returns undefined when there is none left, or the code is over */
  async takeTry(id: string, now: Date, tx: Queryable): Promise<CodeRow | undefined> {
    const [row] = await tx.query<CodeRow>(
      `update sign_in_codes set tries_left = tries_left - 1 where id = $1 and used_at is null and expires_at > $2 and tries_left > 0
       returning ${COLUMNS}`,
      [id, now],
    );
    return row;
  }

  /** Uses a code up. @returns whose it is, or undefined when it is used or late */
  async use(id: string, now: Date, tx: Queryable): Promise<string | undefined> {
    const [row] = await tx.query<{ user_id: string | null }>(
      `update sign_in_codes set used_at = $2, mail_secret = null where id = $1 and used_at is null and expires_at > $2 returning user_id`,
      [id, now],
    );
    return row?.user_id ?? undefined;
  }

  /** A new code voids the older ones of its browser and address, with their links. */
  async voidOlder(key: CodeKey, now: Date, tx: Queryable): Promise<void> {
    await tx.query(
      {
        name: 'sign-in-code-void-older',
        text: `update sign_in_codes set expires_at = $4, mail_secret = null where ${MATCHING} and used_at is null and expires_at > $4`,
      },
      [...valuesOf(key), now],
    );
  }

  /** Ends every code and link of an account that has not been used. */
  async voidAllOf(userId: string, now: Date, tx: Queryable): Promise<void> {
    await tx.query('update sign_in_codes set expires_at = $2, mail_secret = null where user_id = $1 and used_at is null and expires_at > $2', [userId, now]);
  }

  async findForMail(id: string): Promise<CodeMailRow | undefined> {
    const [row] = await this.database.query<CodeMailRow>(FOR_MAIL, [id]);
    return row;
  }

  /** What only the mail needed is not kept once the mail is out. */
  async dropSecret(id: string): Promise<void> {
    await this.database.query('update sign_in_codes set mail_secret = null where id = $1', [id]);
  }

  /** @returns how many went */
  async deleteExpired(before: Date): Promise<number> {
    return (await this.database.query('delete from sign_in_codes where expires_at < $1 returning 1', [before])).length;
  }
}

function valuesOf({ addressHash, browserHash, purposes }: CodeKey): unknown[] {
  return [addressHash, browserHash, purposes];
}

/** What a mail tells: the code and the secret of the link beside it. */
export interface MailSecret {
  code: string;
  token: string;
}

/** A code as it is stored. */
export interface StoredSecret {
  codeHash: Buffer;
  linkHash: Buffer;
  mailSecret: Buffer | null;
}

/** Makes and checks one-time codes. A code is short, so its digest is keyed and belongs to its row; the link's secret is long and hashed. */
@Injectable()
export class CodeSecrets {
  constructor(
    private readonly keys: KeyRing,
    private readonly cipher: ColumnCipher,
  ) {}

  /** A digest of the address, so that codes can be found without keeping it. */
  addressHash(email: string): Buffer {
    return this.keys.digest('sign-in-address', email);
  }

  make(rowId: string): StoredSecret {
    const secret: MailSecret = { code: newOneTimeCode(), token: newMailToken() };
    return {
      codeHash: this.digest(rowId, secret.code),
      linkHash: hashToken(secret.token),
      mailSecret: this.cipher.encrypt(JSON.stringify(secret), place(rowId)),
    };
  }

  /** Looks like a code and is none: nothing that anybody could type or press belongs to it. */
  makeUnmatchable(): StoredSecret {
    return { codeHash: hashToken(newToken()), linkHash: hashToken(newToken()), mailSecret: null };
  }

  matches(rowId: string, code: string, codeHash: Buffer): boolean {
    return equalInConstantTime(this.digest(rowId, code), codeHash);
  }

  open(rowId: string, mailSecret: Buffer): MailSecret {
    return JSON.parse(this.cipher.decrypt(mailSecret, place(rowId))) as MailSecret;
  }

  private digest(rowId: string, code: string): Buffer {
    return this.keys.digest('sign-in-code', `${rowId}.${code}`);
  }
}

function place(rowId: string) {
  return { table: 'sign_in_codes', column: 'mail_secret', rowId };
}

/** A code that is over is still told from one that never was. */
const KEPT_MS = 24 * 3_600_000;

/** Codes, trusted browsers and changes of address that have run out. */
@MaintenanceTask('client sign-in')
export class ClientSignInLeftoversTask implements TidiesUp {
  constructor(
    private readonly codes: SignInCodeRepository,
    private readonly trusted: TrustedBrowserRepository,
    private readonly changes: AddressChangeRepository,
    private readonly clock: Clock,
  ) {}

  async tidyUp(): Promise<number> {
    const now = this.clock.now();
    const dayAgo = new Date(now.getTime() - KEPT_MS);
    return (await this.codes.deleteExpired(dayAgo)) + (await this.trusted.deleteExpired(now)) + (await this.changes.deleteOver(now, dayAgo));
  }
}
