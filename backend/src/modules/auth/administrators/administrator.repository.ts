import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { Clock } from '../../../common/clock/clock';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import { Administrator } from '../account.entity';
import { AccountLogRepository, WRITTEN_WITHIN_MS } from '../second-factor/account-log.repository';

/** What an administrator's mark vouches for. */
export type AdministratorRow = Pick<Administrator, 'id' | 'username' | 'password_hash' | 'role' | 'is_active' | 'is_development' | 'has_second_factor' | 'changed_at'>;
type StoredAdministrator = AdministratorRow & Pick<Administrator, 'mark'>;

/** A row of the operator's list. */
export interface AdministratorSummary extends Pick<Administrator, 'username' | 'is_active' | 'is_development' | 'has_second_factor' | 'created_at' | 'last_login_at'> {
  /** Put into the table, or changed there, by somebody else: nobody signs in to it. */
  is_foreign: boolean;
}

const LOCK = statement<StoredAdministrator>('administrator-lock', `select id, username, password_hash, role, is_active, is_development, has_second_factor, changed_at, mark
         from administrators where id = $1 for update`);

@Injectable()
export class AdministratorRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly keys: KeyRing,
    private readonly log: AccountLogRepository,
  ) {}

  async findAdministratorByName(username: string): Promise<AdministratorRow | undefined> {
    return this.ours(await this.database.manager.findOneBy(Administrator, { username }));
  }

  async findAdministrator(id: string): Promise<AdministratorRow | undefined> {
    return this.ours(await this.database.manager.findOneBy(Administrator, { id }));
  }

  /** Also one that this product did not make: the operator may vouch for it. */
  async findAnyByName(username: string): Promise<Pick<Administrator, 'id'> | undefined> {
    return (await this.database.manager.findOneBy(Administrator, { username })) ?? undefined;
  }

  /** Holds the row until the transaction ends: a sign-in and what closes the account or changes its password go one after the other. */
  async lockAdministrator(id: string, tx: Queryable): Promise<AdministratorRow | undefined> {
    return this.ours(await this.lockAny(id, tx));
  }

  listActiveAdministrators(): Promise<AdministratorRow[]> {
    return this.database.manager.find(Administrator, { where: { is_active: true }, order: { username: 'asc' } });
  }

  /** The administrator of development machines, while its account is open. */
  async findDevelopmentAdministrator(): Promise<AdministratorRow | undefined> {
    const where = { is_development: true, is_active: true };
    return this.ours(await this.database.manager.findOne(Administrator, { where, order: { created_at: 'asc' } }));
  }

  /** @returns the new administrator's id, undefined when the name is taken */
  async insertAdministrator(administrator: Pick<Administrator, 'username' | 'password_hash' | 'is_development'>, tx: Queryable): Promise<string | undefined> {
    const made: AdministratorRow = { id: newId(), ...administrator, role: 'administrator', is_active: true, has_second_factor: false, changed_at: this.clock.now() };
    const values = { ...made, created_at: this.clock.now(), mark: this.mark(made) };
    const insert = tx.manager.createQueryBuilder().insert().into(Administrator).values(values).orIgnore().returning('id').updateEntity(false);
    const [row] = (await insert.execute()).raw as Pick<Administrator, 'id'>[];
    return row?.id;
  }

  /**
   * A new password ends being the development administrator.
   * @param knownHash only while the password is still this one; without it, the operator vouches for whatever row there is
   * @returns whether it was changed
   */
  async setPassword(id: string, passwordHash: string, tx: Queryable, knownHash: string | null = null): Promise<boolean> {
    const row = knownHash === null ? await this.lockAny(id, tx) : await this.lockAdministrator(id, tx);
    if (!row || (knownHash !== null && row.password_hash !== knownHash)) return false;
    // Whatever the row says: who has a second factor keeps it until the operator takes it away.
    const has_second_factor = (await this.log.hasFactor(id, tx)) ?? row.has_second_factor;
    await this.change(row, { password_hash: passwordHash, is_development: false, has_second_factor }, tx);
    return true;
  }

  /** The same password, hashed as passwords are now. */
  async replaceHash(id: string, passwordHash: string, knownHash: string, tx: Queryable): Promise<void> {
    const row = await this.lockAdministrator(id, tx);
    if (row?.password_hash === knownHash) await this.change(row, { password_hash: passwordHash }, tx);
  }

  /** @returns undefined for one that was put into the table, or changed or put back there */
  async lockCurrent(id: string, tx: Queryable): Promise<AdministratorRow | undefined> {
    const row = await this.lockAdministrator(id, tx);
    return row && !(await this.log.isBack(id, { account: row.changed_at, factor: null }, tx)) ? row : undefined;
  }

  /** @param row as it is now, locked */
  async setAdministratorActive(row: AdministratorRow, active: boolean, tx: Queryable): Promise<void> {
    await this.change(row, { is_active: active }, tx);
  }

  /** Closes an account whose row nobody vouches for, and vouches for nothing. */
  async closeForeign(id: string, tx: Queryable): Promise<void> {
    await tx.manager.update(Administrator, { id }, { is_active: false });
  }

  /** Marks the administrators of before there were marks. @returns how many */
  async adoptAdministrators(tx: Queryable): Promise<number> {
    const unmarked = await tx.manager.findBy(Administrator, { mark: IsNull() });
    for (const row of unmarked) await tx.manager.update(Administrator, { id: row.id }, { mark: this.mark(row) });
    return unmarked.length;
  }

  /** Administrators that were put into the table, or changed there, by somebody else than this product. */
  async listForeign(): Promise<Pick<Administrator, 'id'>[]> {
    return (await this.database.manager.find(Administrator, { order: { created_at: 'asc' } })).filter((row) => !this.ours(row));
  }

  /** Marks those of before the marks said so with whether they have a second factor, and from when they are. @returns how many */
  async adoptSecondFactors(withFactor: ReadonlySet<string>, tx: Queryable): Promise<number> {
    const earlier = (await tx.manager.findBy(Administrator, { changed_at: IsNull() })).filter((row) => this.ours(row));
    for (const row of earlier) await this.change(row, { has_second_factor: withFactor.has(row.id) }, tx);
    return earlier.length;
  }

  /** Dates rows of before the log's entry of a change was written first, not later ones than that. @returns how many */
  async adoptTimes(tx: Queryable): Promise<number> {
    const dated = (await tx.manager.findBy(Administrator, { changed_at: Not(IsNull()) })).filter((row) => this.ours(row));
    let adopted = 0;
    for (const row of dated) {
      const from = new Date((row.changed_at?.getTime() ?? 0) + WRITTEN_WITHIN_MS);
      if (await this.log.isBack(row.id, { account: from, factor: null }, tx)) continue;
      await this.change(row, {}, tx);
      adopted += 1;
    }
    return adopted;
  }

  /** @returns false for one that this product did not make */
  async setSecondFactor(id: string, on: boolean, tx: Queryable): Promise<boolean> {
    const row = await this.lockAdministrator(id, tx);
    if (row) await this.change(row, { has_second_factor: on }, tx);
    return row !== undefined;
  }

  async markAdministratorSignIn(id: string, tx: Queryable): Promise<void> {
    await tx.manager.update(Administrator, { id }, { last_login_at: this.clock.now() });
  }

  async listAdministrators(): Promise<AdministratorSummary[]> {
    const rows = await this.database.manager.find(Administrator, { order: { username: 'asc' } });
    return rows.map((row) => {
      const { username, is_active, is_development, has_second_factor, created_at, last_login_at } = row;
      return { username, is_active, is_development, has_second_factor, created_at, last_login_at, is_foreign: !this.ours(row) };
    });
  }

  private async lockAny(id: string, tx: Queryable): Promise<StoredAdministrator | undefined> {
    const [row] = await tx.query(LOCK, [id]);
    return row;
  }

  /** Vouches for the rest of the row too. @param row as it is now, locked */
  private async change(row: AdministratorRow, changes: Partial<AdministratorRow>, tx: Queryable): Promise<void> {
    const changed = { ...changes, changed_at: await this.log.timeOfChange(row.id, tx) };
    await tx.manager.update(Administrator, { id: row.id }, { ...changed, mark: this.mark({ ...row, ...changed }) });
  }

  private ours(row: StoredAdministrator | null | undefined): AdministratorRow | undefined {
    return row?.mark && equalInConstantTime(row.mark, this.mark(row)) ? row : undefined;
  }

  private mark({ id, username, password_hash, role, is_active, is_development, has_second_factor, changed_at }: AdministratorRow): Buffer {
    // Without the last two as before there were columns for them.
    return this.keys.mark('administrators', [id, username, password_hash, role, is_active, is_development, ...(changed_at ? [has_second_factor, changed_at] : [])]);
  }
}
