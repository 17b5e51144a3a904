import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { KeyRing } from '../../common/crypto/key-ring';
import { Database, Queryable } from '../../common/database/database';
import { newId } from '../../common/database/ids';
import { bareRecoveryCode, newRecoveryCode } from './recovery-code';
import { FactorAccount } from './second-factor.repository';

const HOW_MANY = 10;

/** Codes on paper for a lost authenticator: each works once. They are short, so they are kept as keyed digests. */
@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly clock: Clock,
  ) {}

  /** Replaces the account's codes. @returns ten new ones, `abcd-efgh`, which are never shown again */
  async issue(account: FactorAccount, tx: Queryable): Promise<string[]> {
    const codes = new Set<string>();
    while (codes.size < HOW_MANY) codes.add(newRecoveryCode());
    await tx.query('delete from recovery_codes where account_kind = $1 and account_id = $2', [account.kind, account.id]);
    for (const code of codes) {
      await tx.query('insert into recovery_codes (id, account_kind, account_id, code_hash) values ($1, $2, $3, $4)', [
        newId(),
        account.kind,
        account.id,
        this.digest(account, bareRecoveryCode(code) ?? ''),
      ]);
    }
    return [...codes];
  }

  /** Uses a code up. @returns false when it is none of the account's, or was used */
  async use(account: FactorAccount, typed: string, tx: Queryable): Promise<boolean> {
    const bare = bareRecoveryCode(typed);
    if (!bare) return false;
    const rows = await tx.query(
      'update recovery_codes set used_at = $4 where account_kind = $1 and account_id = $2 and code_hash = $3 and used_at is null returning 1',
      [account.kind, account.id, this.digest(account, bare), this.clock.now()],
    );
    return rows.length === 1;
  }

  async left(account: FactorAccount): Promise<number> {
    const [row] = await this.database.query<{ codes: number }>(
      'select count(*)::int as codes from recovery_codes where account_kind = $1 and account_id = $2 and used_at is null',
      [account.kind, account.id],
    );
    return row?.codes ?? 0;
  }

  private digest(account: FactorAccount, bare: string): Buffer {
    return this.keys.digest('recovery-code', `${account.kind} ${account.id} ${bare}`);
  }
}
