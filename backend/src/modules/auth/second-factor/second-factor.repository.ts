import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { IsNull, Not } from 'typeorm';
import { Clock } from '../../../common/clock/clock';
import { ColumnCipher, ColumnPlace } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import { RecoveryCode, SecondFactor, SessionKind } from '../account.entity';
import { AccountLogRepository, WRITTEN_WITHIN_MS } from './account-log.repository';

/** Whose second factor: a user's, or an administrator's. */
export interface FactorAccount {
  kind: SessionKind;
  id: string;
}

/** A second factor that somebody uses, or is setting up. */
export interface OpenedFactor extends Pick<SecondFactor, 'confirmed_at' | 'last_step' | 'codes_changed_at'> {
  /** Base32, decrypted. */
  secret: string;
  /** Digests of the recovery codes that are left. */
  codes: readonly string[];
}

type FactorRow = Pick<SecondFactor, 'secret' | 'confirmed_at' | 'last_step' | 'codes_changed_at' | 'mark'> & { codes: string[] };

/** Letters and digits that are not mistaken for each other: 32 of them, so a code has 40 random bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 8;
const FORM = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** @returns a code as it is shown, `abcd-efgh` */
export function newRecoveryCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${characters.slice(0, LENGTH / 2)}-${characters.slice(LENGTH / 2)}`;
}

/** A typed code without what people add or leave out; undefined when it cannot be one. */
export function bareRecoveryCode(typed: string): string | undefined {
  const bare = typed.toLowerCase().replace(/[\s-]/g, '');
  return FORM.test(bare) ? bare : undefined;
}

const HOW_MANY = 10;

const ofAccount = ({ kind, id }: FactorAccount): Pick<SecondFactor, 'account_kind' | 'account_id'> => ({ account_kind: kind, account_id: id });
const place = (account: FactorAccount): ColumnPlace => ({ table: 'second_factors', column: 'secret', rowId: account.id });

const CODES = `array(select encode(c.code_hash, 'hex') from recovery_codes c
           where c.account_kind = f.account_kind and c.account_id = f.account_id and c.used_at is null order by 1) as codes`;
const LOCK = statement<FactorRow>('second-factor-lock', `select f.secret, f.confirmed_at, f.last_step, f.codes_changed_at, f.mark, ${CODES} from second_factors f
         where f.account_kind = $1 and f.account_id = $2 for update of f`);
const CONFIRMED = statement<FactorRow & Pick<SecondFactor, 'account_kind' | 'account_id'>>('second-factors-confirmed', `select f.account_kind, f.account_id,
         f.secret, f.confirmed_at, f.last_step, f.codes_changed_at, f.mark, ${CODES} from second_factors f where f.confirmed_at is not null order by f.account_id`);
const KEEP_DRAFT = statement<Pick<SecondFactor, 'account_id'>>('second-factor-keep-draft', `insert into second_factors as f (account_kind, account_id, secret, created_at)
         values ($1, $2, $3, $4)
         on conflict (account_kind, account_id) do update set secret = excluded.secret, created_at = excluded.created_at where f.confirmed_at is null
         returning f.account_id`);
/** Accounts whose own word on their second factor is another than its row's. */
const DISAGREEING = statement<Pick<SecondFactor, 'account_kind' | 'account_id'>>('second-factors-disagreeing', `select a.kind as account_kind, a.id as account_id
         from (select 'admin' as kind, id, has_second_factor from administrators
               union all select 'user', id, has_second_factor from users where user_type = 'therapist') a
         left join second_factors f on f.account_kind = a.kind and f.account_id = a.id
         where a.has_second_factor is distinct from (f.confirmed_at is not null) order by a.id`);
const VOUCH = statement('second-factor-vouch', `update second_factors set confirmed_at = $3, last_step = $4, codes_changed_at = $5, mark = $6
         where account_kind = $1 and account_id = $2`);
const USE_CODE = statement('recovery-code-use', `update recovery_codes set used_at = $4
         where account_kind = $1 and account_id = $2 and encode(code_hash, 'hex') = $3 and used_at is null`);

/**
 * One authenticator per account; its secret is encrypted and bound to the account. Beside it codes on paper for a lost one: each works
 * once. They are short, so they are kept as keyed digests.
 */
@Injectable()
export class SecondFactorRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly keys: KeyRing,
    private readonly clock: Clock,
    private readonly log: AccountLogRepository,
  ) {}

  async isFactorOn(account: FactorAccount, on: Queryable = this.database): Promise<boolean> {
    return (await on.manager.countBy(SecondFactor, { ...ofAccount(account), confirmed_at: Not(IsNull()) })) === 1;
  }

  /** The accounts of a kind that have one. */
  async listConfirmed(kind: SessionKind, tx: Queryable): Promise<string[]> {
    const rows = await tx.manager.find(SecondFactor, { select: { account_id: true }, where: { account_kind: kind, confirmed_at: Not(IsNull()) } });
    return rows.map(({ account_id }) => account_id);
  }

  async listDisagreeing(): Promise<FactorAccount[]> {
    const rows = await this.database.query(DISAGREEING);
    return rows.map(({ account_kind, account_id }) => ({ kind: account_kind, id: account_id }));
  }

  /** @returns undefined when there is none, `foreign` for one that somebody else than this product put there or changed */
  async lockFactor(account: FactorAccount, tx: Queryable): Promise<OpenedFactor | 'foreign' | undefined> {
    const [row] = await tx.query(LOCK, [account.kind, account.id]);
    return row && this.open(account, row);
  }

  /** Keeps a secret that is not confirmed yet, in place of an earlier such one. @returns false when a confirmed one is there */
  async keepDraft(account: FactorAccount, secret: string, tx: Queryable = this.database): Promise<boolean> {
    const sealed = this.cipher.encrypt(secret, place(account));
    return (await tx.query(KEEP_DRAFT, [account.kind, account.id, sealed, this.clock.now()])).length === 1;
  }

  /** Makes what was set up the account's, with its first recovery codes. The log has its entry already. @returns the codes, which are never shown again */
  async confirmFactor(account: FactorAccount, factor: OpenedFactor, step: number, tx: Queryable): Promise<string[]> {
    const at = await this.log.timeOfChange(account.id, tx);
    const { shown, codes } = await this.issueRecoveryCodes(account, tx);
    await this.vouch(account, { ...factor, confirmed_at: at, last_step: String(step), codes_changed_at: at, codes }, tx);
    return shown;
  }

  /** A step is accepted once. */
  async takeStep(account: FactorAccount, factor: OpenedFactor, step: number, tx: Queryable): Promise<void> {
    await this.vouch(account, { ...factor, last_step: String(step) }, tx);
  }

  /** Second factors that somebody else than this product put there or changed. */
  async listForeign(): Promise<FactorAccount[]> {
    const rows = await this.database.query(CONFIRMED);
    return rows.map((row) => ({ row, account: { kind: row.account_kind, id: row.account_id } })).filter(({ row, account }) => this.open(account, row) === 'foreign').map(({ account }) => account);
  }

  /** Marks those of before they had marks, not earlier ones than the log knows of. @returns how many */
  async adoptFactors(tx: Queryable): Promise<number> {
    let adopted = 0;
    for (const row of await tx.query(CONFIRMED)) {
      const account: FactorAccount = { kind: row.account_kind, id: row.account_id };
      const secret = row.mark === null ? this.cipher.tryDecrypt(row.secret, place(account)) : undefined;
      if (secret === undefined || !row.confirmed_at) continue;
      const confirmed = new Date(row.confirmed_at.getTime() + WRITTEN_WITHIN_MS);
      const codes = await this.log.timeOfChange(account.id, tx);
      if (await this.log.isBack(account.id, { account: codes, factor: { confirmed, codes } }, tx)) continue;
      await this.vouch(account, { secret, confirmed_at: confirmed, last_step: row.last_step, codes: row.codes, codes_changed_at: codes }, tx);
      adopted += 1;
    }
    return adopted;
  }

  /** The recovery codes go with it. @returns false when there was none */
  async removeFactor(account: FactorAccount, tx: Queryable): Promise<boolean> {
    return (await tx.manager.delete(SecondFactor, ofAccount(account))).affected === 1;
  }

  /** Replaces the account's codes. The log has its entry already. @returns ten new ones, `abcd-efgh`, which are never shown again */
  async renewRecoveryCodes(account: FactorAccount, factor: OpenedFactor, tx: Queryable): Promise<string[]> {
    const { shown, codes } = await this.issueRecoveryCodes(account, tx);
    await this.vouch(account, { ...factor, codes, codes_changed_at: await this.log.timeOfChange(account.id, tx) }, tx);
    return shown;
  }

  /** @returns the digest of a recovery code that is left, undefined when it is none of the account's or was used */
  findRecoveryCode(account: FactorAccount, { codes }: OpenedFactor, typed: string): string | undefined {
    const bare = bareRecoveryCode(typed);
    const digest = bare && this.digest(account, bare).toString('hex');
    return codes.find((code) => code === digest);
  }

  /** Uses a code up. The log has its entry already. @param code its digest */
  async useRecoveryCode(account: FactorAccount, factor: OpenedFactor, code: string, tx: Queryable): Promise<void> {
    await tx.query(USE_CODE, [account.kind, account.id, code, this.clock.now()]);
    const codes = factor.codes.filter((left) => left !== code);
    await this.vouch(account, { ...factor, codes, codes_changed_at: await this.log.timeOfChange(account.id, tx) }, tx);
  }

  countRecoveryCodes(account: FactorAccount): Promise<number> {
    return this.database.manager.countBy(RecoveryCode, { ...ofAccount(account), used_at: IsNull() });
  }

  private async issueRecoveryCodes(account: FactorAccount, tx: Queryable): Promise<{ shown: string[]; codes: string[] }> {
    const shown = new Set<string>();
    while (shown.size < HOW_MANY) shown.add(newRecoveryCode());
    await tx.manager.delete(RecoveryCode, ofAccount(account));
    const rows = [...shown].map((code) => ({ id: newId(), ...ofAccount(account), code_hash: this.digest(account, bareRecoveryCode(code) ?? '') }));
    await tx.manager.insert(RecoveryCode, rows);
    return { shown: [...shown], codes: rows.map(({ code_hash }) => code_hash.toString('hex')).sort() };
  }

  private async vouch(account: FactorAccount, factor: OpenedFactor, tx: Queryable): Promise<void> {
    const { confirmed_at, last_step, codes_changed_at } = factor;
    await tx.query(VOUCH, [account.kind, account.id, confirmed_at, last_step, codes_changed_at, this.mark(account, factor)]);
  }

  private open(account: FactorAccount, { secret: sealed, mark, ...row }: FactorRow): OpenedFactor | 'foreign' {
    const secret = this.cipher.tryDecrypt(sealed, place(account));
    if (secret === undefined) return 'foreign';
    const factor = { ...row, secret };
    // What is only being set up has no mark; its secret is bound to the account.
    return !row.confirmed_at || (mark && equalInConstantTime(mark, this.mark(account, factor))) ? factor : 'foreign';
  }

  private mark({ kind, id }: FactorAccount, { secret, confirmed_at, last_step, codes_changed_at, codes }: OpenedFactor): Buffer {
    return this.keys.mark('second_factors', [kind, id, secret, confirmed_at, last_step, codes_changed_at, codes.join()]);
  }

  private digest(account: FactorAccount, bare: string): Buffer {
    return this.keys.digest('recovery-code', `${account.kind} ${account.id} ${bare}`);
  }
}
