import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { ColumnCipher, ColumnPlace } from '../../common/crypto/column-cipher';
import { Database, Queryable } from '../../common/database/database';
import { SessionKind } from './session.repository';

/** Whose second factor: a user's, or an administrator's. */
export interface FactorAccount {
  kind: SessionKind;
  id: string;
}

export interface SecondFactor {
  /** Base32, decrypted. */
  secret: string;
  confirmed: boolean;
  lastStep: number | null;
}

const place = (account: FactorAccount): ColumnPlace => ({ table: 'second_factors', column: 'secret', rowId: account.id });

/** One authenticator per account; its secret is encrypted and bound to the account. */
@Injectable()
export class SecondFactorRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly clock: Clock,
  ) {}

  async isOn(account: FactorAccount, on: Queryable = this.database): Promise<boolean> {
    const rows = await on.query('select 1 from second_factors where account_kind = $1 and account_id = $2 and confirmed_at is not null', [account.kind, account.id]);
    return rows.length === 1;
  }

  async find(account: FactorAccount, tx: Queryable): Promise<SecondFactor | undefined> {
    const [row] = await tx.query<{ secret: Buffer; confirmed: boolean; last_step: string | null }>(
      'select secret, confirmed_at is not null as confirmed, last_step from second_factors where account_kind = $1 and account_id = $2 for update',
      [account.kind, account.id],
    );
    if (!row) return undefined;
    const secret = this.cipher.decrypt(row.secret, place(account));
    return { secret, confirmed: row.confirmed, lastStep: row.last_step === null ? null : Number(row.last_step) };
  }

  /** Keeps a secret that is not confirmed yet, in place of an earlier such one. @returns false when a confirmed one is there */
  async keepDraft(account: FactorAccount, secret: string, tx: Queryable): Promise<boolean> {
    const rows = await tx.query(
      `insert into second_factors as f (account_kind, account_id, secret, created_at) values ($1, $2, $3, $4)
       on conflict (account_kind, account_id) do update set secret = excluded.secret, created_at = excluded.created_at
         where f.confirmed_at is null
       returning 1`,
      [account.kind, account.id, this.cipher.encrypt(secret, place(account)), this.clock.now()],
    );
    return rows.length === 1;
  }

  /** @returns false when it was confirmed already or taken away */
  async confirm(account: FactorAccount, step: number, tx: Queryable): Promise<boolean> {
    const rows = await tx.query(
      `update second_factors set confirmed_at = $3, last_step = $4
       where account_kind = $1 and account_id = $2 and confirmed_at is null returning 1`,
      [account.kind, account.id, this.clock.now(), step],
    );
    return rows.length === 1;
  }

  /** A step is accepted once. @returns false when it, or a later one, was accepted before */
  async takeStep(account: FactorAccount, step: number, tx: Queryable): Promise<boolean> {
    const rows = await tx.query(
      `update second_factors set last_step = $3
       where account_kind = $1 and account_id = $2 and confirmed_at is not null and (last_step is null or last_step < $3) returning 1`,
      [account.kind, account.id, step],
    );
    return rows.length === 1;
  }

  /** The recovery codes go with it. @returns false when there was none */
  async remove(account: FactorAccount, tx: Queryable): Promise<boolean> {
    const rows = await tx.query('delete from second_factors where account_kind = $1 and account_id = $2 returning confirmed_at', [account.kind, account.id]);
    return rows.length === 1;
  }
}
