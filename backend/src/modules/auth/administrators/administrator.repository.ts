import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { Database, newId, Queryable } from '../../../common/database/database';
import type { Administrator } from '../account.entity';

export type AdministratorRow = Pick<Administrator, 'id' | 'username' | 'password_hash' | 'role' | 'is_active' | 'is_development'>;

/** A row of the operator's list. */
export interface AdministratorSummary extends Pick<Administrator, 'username' | 'is_active' | 'is_development' | 'created_at' | 'last_login_at'> {
  has_second_factor: boolean;
}

const COLUMNS = 'id, username, password_hash, role, is_active, is_development';

@Injectable()
export class AdministratorRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async findAdministratorByName(username: string): Promise<AdministratorRow | undefined> {
    const [row] = await this.database.query<AdministratorRow>(`select ${COLUMNS} from administrators where username = $1`, [username]);
    return row;
  }

  async findAdministrator(id: string): Promise<AdministratorRow | undefined> {
    const [row] = await this.database.query<AdministratorRow>(`select ${COLUMNS} from administrators where id = $1`, [id]);
    return row;
  }

  /** Holds the row until the transaction ends: a sign-in and what closes the account or changes its password go one after the other. */
  async lockAdministrator(id: string, tx: Queryable): Promise<AdministratorRow | undefined> {
    const [row] = await tx.query<AdministratorRow>(`select ${COLUMNS} from administrators where id = $1 for update`, [id]);
    return row;
  }

  async listActiveAdministrators(): Promise<AdministratorRow[]> {
    return this.database.query<AdministratorRow>(`select ${COLUMNS} from administrators where is_active order by username`);
  }

  /** The administrator of development machines, while its account is open. */
  async findDevelopmentAdministrator(): Promise<AdministratorRow | undefined> {
    const [row] = await this.database.query<AdministratorRow>(
      `select ${COLUMNS} from administrators where is_development and is_active order by created_at limit 1`,
    );
    return row;
  }

  /** @returns the new administrator's id, undefined when the name is taken */
  async insertAdministrator(administrator: { username: string; passwordHash: string; isDevelopment: boolean }, tx: Queryable): Promise<string | undefined> {
    const [row] = await tx.query<{ id: string }>(
      `insert into administrators (id, username, password_hash, is_development, created_at) values ($1, $2, $3, $4, $5)
       on conflict (username) do nothing returning id`,
      [newId(), administrator.username, administrator.passwordHash, administrator.isDevelopment, this.clock.now()],
    );
    return row?.id;
  }

  /** A new password ends being the development administrator. @param knownHash only while the password is still this one */
  async setPassword(id: string, passwordHash: string, tx: Queryable, knownHash: string | null = null): Promise<boolean> {
    const rows = await tx.query(
      `update administrators set password_hash = $2, is_development = false
       where id = $1 and ($3::text is null or password_hash = $3) returning 1`,
      [id, passwordHash, knownHash],
    );
    return rows.length === 1;
  }

  async setAdministratorActive(id: string, active: boolean, tx: Queryable): Promise<void> {
    await tx.query('update administrators set is_active = $2 where id = $1', [id, active]);
  }

  async markAdministratorSignIn(id: string, tx: Queryable): Promise<void> {
    await tx.query('update administrators set last_login_at = $2 where id = $1', [id, this.clock.now()]);
  }

  async listAdministrators(): Promise<AdministratorSummary[]> {
    return this.database.query<AdministratorSummary>(
      `select a.username, a.is_active, a.is_development, f.confirmed_at is not null as has_second_factor, a.created_at, a.last_login_at
       from administrators a left join second_factors f on f.account_kind = 'admin' and f.account_id = a.id
       order by a.username`,
    );
  }
}
