import { Injectable } from '@nestjs/common';
import { Database, Queryable } from '../../../common/database/database';

/** One administrator's access to one therapist's records; the reason is encrypted. */
export interface GrantRow {
  id: string;
  admin_id: string;
  therapist_id: string;
  therapist_name: string;
  therapist_email: string;
  therapist_zone: string;
  reason: Buffer;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
}

export interface NewGrant {
  id: string;
  adminId: string;
  therapistId: string;
  reason: Buffer;
  createdAt: Date;
  expiresAt: Date;
}

const SELECT = `select g.id, g.admin_id, g.therapist_id, coalesce(p.display_name, u.name) as therapist_name, u.email as therapist_email,
    coalesce(p.timezone, 'UTC') as therapist_zone, g.reason, g.created_at, g.expires_at, g.ended_at
  from break_glass_grants g join users u on u.id = g.therapist_id left join therapist_profiles p on p.therapist_id = g.therapist_id`;

const OWNED = { name: 'break-glass-owned', text: `${SELECT} where g.id = $1 and g.admin_id = $2` };
const BY_ID = { name: 'break-glass-by-id', text: `${SELECT} where g.id = $1` };
const OPEN = {
  name: 'break-glass-open',
  text: `${SELECT} where g.admin_id = $1 and g.expires_at > $2 and g.ended_at is null order by g.created_at desc, g.id desc`,
};

@Injectable()
export class BreakGlassRepository {
  constructor(private readonly database: Database) {}

  /** One access at a time is opened per administrator. */
  async lock(adminId: string, on: Queryable): Promise<void> {
    await on.query('select from administrators where id = $1 for update', [adminId]);
  }

  /** @returns false when there is no such therapist */
  async insert(grant: NewGrant, on: Queryable): Promise<boolean> {
    const rows = await on.query(
      `insert into break_glass_grants (id, admin_id, therapist_id, reason, created_at, expires_at)
       select $1, $2, u.id, $4, $5, $6 from users u where u.id = $3 and u.user_type = 'therapist' returning id`,
      [grant.id, grant.adminId, grant.therapistId, grant.reason, grant.createdAt, grant.expiresAt],
    );
    return rows.length === 1;
  }

  async findOwned(adminId: string, id: string, on: Queryable = this.database): Promise<GrantRow | undefined> {
    const [row] = await on.query<GrantRow>(OWNED, [id, adminId]);
    return row;
  }

  /** For the notice to the therapist. */
  async find(id: string): Promise<GrantRow | undefined> {
    const [row] = await this.database.query<GrantRow>(BY_ID, [id]);
    return row;
  }

  /** The accesses of an administrator that are open now, the newest first. */
  listOpen(adminId: string, now: Date, on: Queryable = this.database): Promise<GrantRow[]> {
    return on.query<GrantRow>(OPEN, [adminId, now]);
  }

  /** @returns false when it had ended before */
  async end(adminId: string, id: string, now: Date, on: Queryable): Promise<boolean> {
    const rows = await on.query(
      'update break_glass_grants set ended_at = $3 where id = $1 and admin_id = $2 and ended_at is null and expires_at > $3 returning id',
      [id, adminId, now],
    );
    return rows.length === 1;
  }
}
