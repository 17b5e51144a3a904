import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import { Administrator } from '../account.entity';

export type AdministratorRow = Pick<Administrator, 'id' | 'username' | 'password_hash' | 'role' | 'is_active' | 'is_development'>;

/** A row of the operator's list. */
export interface AdministratorSummary extends Pick<Administrator, 'username' | 'is_active' | 'is_development' | 'created_at' | 'last_login_at'> {
  has_second_factor: boolean;
}

const LOCK = statement<AdministratorRow>('administrator-lock', `select id, username, password_hash, role, is_active, is_development
         from administrators where id = $1 for update`);
const SET_PASSWORD = statement<Pick<Administrator, 'id'>>('administrator-set-password', `update administrators set password_hash = $2, is_development = false
         where id = $1 and ($3::text is null or password_hash = $3) returning id`);
const LIST = statement<AdministratorSummary>('administrators', `select a.username, a.is_active, a.is_development, f.confirmed_at is not null as has_second_factor,
           a.created_at, a.last_login_at
         from administrators a left join second_factors f on f.account_kind = 'admin' and f.account_id = a.id
         order by a.username`);

@Injectable()
export class AdministratorRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async findAdministratorByName(username: string): Promise<AdministratorRow | undefined> {
    return (await this.database.manager.findOneBy(Administrator, { username })) ?? undefined;
  }

  async findAdministrator(id: string): Promise<AdministratorRow | undefined> {
    return (await this.database.manager.findOneBy(Administrator, { id })) ?? undefined;
  }

  /** Holds the row until the transaction ends: a sign-in and what closes the account or changes its password go one after the other. */
  async lockAdministrator(id: string, tx: Queryable): Promise<AdministratorRow | undefined> {
    const [row] = await tx.query(LOCK, [id]);
    return row;
  }

  listActiveAdministrators(): Promise<AdministratorRow[]> {
    return this.database.manager.find(Administrator, { where: { is_active: true }, order: { username: 'asc' } });
  }

  /** The administrator of development machines, while its account is open. */
  async findDevelopmentAdministrator(): Promise<AdministratorRow | undefined> {
    const where = { is_development: true, is_active: true };
    return (await this.database.manager.findOne(Administrator, { where, order: { created_at: 'asc' } })) ?? undefined;
  }

  /** @returns the new administrator's id, undefined when the name is taken */
  async insertAdministrator(administrator: Pick<Administrator, 'username' | 'password_hash' | 'is_development'>, tx: Queryable): Promise<string | undefined> {
    const values = { id: newId(), ...administrator, created_at: this.clock.now() };
    const insert = tx.manager.createQueryBuilder().insert().into(Administrator).values(values).orIgnore().returning('id').updateEntity(false);
    const [row] = (await insert.execute()).raw as Pick<Administrator, 'id'>[];
    return row?.id;
  }

  /** A new password ends being the development administrator. @param knownHash only while the password is still this one */
  async setPassword(id: string, passwordHash: string, tx: Queryable, knownHash: string | null = null): Promise<boolean> {
    return (await tx.query(SET_PASSWORD, [id, passwordHash, knownHash])).length === 1;
  }

  async setAdministratorActive(id: string, active: boolean, tx: Queryable): Promise<void> {
    await tx.manager.update(Administrator, { id }, { is_active: active });
  }

  async markAdministratorSignIn(id: string, tx: Queryable): Promise<void> {
    await tx.manager.update(Administrator, { id }, { last_login_at: this.clock.now() });
  }

  listAdministrators(): Promise<AdministratorSummary[]> {
    return this.database.query(LIST);
  }
}
