import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { IsNull, Not } from 'typeorm';
import { Clock } from '../../../common/clock/clock';
import { ColumnCipher, ColumnPlace } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import { RecoveryCode, SecondFactor, SessionKind } from '../account.entity';

/** Whose second factor: a user's, or an administrator's. */
export interface FactorAccount {
  kind: SessionKind;
  id: string;
}

export interface OpenedFactor extends Pick<SecondFactor, 'confirmed_at' | 'last_step'> {
  /** Base32, decrypted. */
  secret: string;
}

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

const LOCK = statement<Pick<SecondFactor, 'secret' | 'confirmed_at' | 'last_step'>>('second-factor-lock', `select secret, confirmed_at, last_step from second_factors
         where account_kind = $1 and account_id = $2 for update`);
const KEEP_DRAFT = statement<Pick<SecondFactor, 'account_id'>>('second-factor-keep-draft', `insert into second_factors as f (account_kind, account_id, secret, created_at)
         values ($1, $2, $3, $4)
         on conflict (account_kind, account_id) do update set secret = excluded.secret, created_at = excluded.created_at where f.confirmed_at is null
         returning f.account_id`);
const CONFIRM = statement<Pick<SecondFactor, 'account_id'>>('second-factor-confirm', `update second_factors set confirmed_at = $3, last_step = $4
         where account_kind = $1 and account_id = $2 and confirmed_at is null returning account_id`);
/** Accounts whose own word on their second factor is another than its row's. */
const DISAGREEING = statement<Pick<SecondFactor, 'account_kind' | 'account_id'>>('second-factors-disagreeing', `select a.kind as account_kind, a.id as account_id
         from (select 'admin' as kind, id, has_second_factor from administrators
               union all select 'user', id, has_second_factor from users where user_type = 'therapist') a
         left join second_factors f on f.account_kind = a.kind and f.account_id = a.id
         where a.has_second_factor is distinct from (f.confirmed_at is not null) order by a.id`);
const TAKE_STEP = statement<Pick<SecondFactor, 'account_id'>>('second-factor-take-step', `update second_factors set last_step = $3
         where account_kind = $1 and account_id = $2 and confirmed_at is not null and (last_step is null or last_step < $3) returning account_id`);
const USE_CODE = statement<Pick<RecoveryCode, 'id'>>('recovery-code-use', `update recovery_codes set used_at = $4
         where account_kind = $1 and account_id = $2 and code_hash = $3 and used_at is null returning id`);

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

  async lockFactor(account: FactorAccount, tx: Queryable): Promise<OpenedFactor | undefined> {
    const [row] = await tx.query(LOCK, [account.kind, account.id]);
    return row && { ...row, secret: this.cipher.decrypt(row.secret, place(account)) };
  }

  /** Keeps a secret that is not confirmed yet, in place of an earlier such one. @returns false when a confirmed one is there */
  async keepDraft(account: FactorAccount, secret: string): Promise<boolean> {
    const sealed = this.cipher.encrypt(secret, place(account));
    return (await this.database.query(KEEP_DRAFT, [account.kind, account.id, sealed, this.clock.now()])).length === 1;
  }

  /** @returns false when it was confirmed already or taken away */
  async confirmFactor(account: FactorAccount, step: number, tx: Queryable): Promise<boolean> {
    return (await tx.query(CONFIRM, [account.kind, account.id, this.clock.now(), step])).length === 1;
  }

  /** A step is accepted once. @returns false when it, or a later one, was accepted before */
  async takeStep(account: FactorAccount, step: number, tx: Queryable): Promise<boolean> {
    return (await tx.query(TAKE_STEP, [account.kind, account.id, step])).length === 1;
  }

  /** The recovery codes go with it. @returns false when there was none */
  async removeFactor(account: FactorAccount, tx: Queryable): Promise<boolean> {
    return (await tx.manager.delete(SecondFactor, ofAccount(account))).affected === 1;
  }

  /** Replaces the account's codes. @returns ten new ones, `abcd-efgh`, which are never shown again */
  async issueRecoveryCodes(account: FactorAccount, tx: Queryable): Promise<string[]> {
    const codes = new Set<string>();
    while (codes.size < HOW_MANY) codes.add(newRecoveryCode());
    await tx.manager.delete(RecoveryCode, ofAccount(account));
    const rows = [...codes].map((code) => ({ id: newId(), ...ofAccount(account), code_hash: this.digest(account, bareRecoveryCode(code) ?? '') }));
    await tx.manager.insert(RecoveryCode, rows);
    return [...codes];
  }

  /** Uses a code up. @returns false when it is none of the account's, or was used */
  async useRecoveryCode(account: FactorAccount, typed: string, tx: Queryable): Promise<boolean> {
    const bare = bareRecoveryCode(typed);
    if (!bare) return false;
    return (await tx.query(USE_CODE, [account.kind, account.id, this.digest(account, bare), this.clock.now()])).length === 1;
  }

  countRecoveryCodes(account: FactorAccount): Promise<number> {
    return this.database.manager.countBy(RecoveryCode, { ...ofAccount(account), used_at: IsNull() });
  }

  private digest(account: FactorAccount, bare: string): Buffer {
    return this.keys.digest('recovery-code', `${account.kind} ${account.id} ${bare}`);
  }
}
