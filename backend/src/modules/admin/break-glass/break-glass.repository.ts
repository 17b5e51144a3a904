import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { BreakGlassGrant } from '../admin.entity';

/** One administrator's access to one therapist's records. */
export interface Grant extends Pick<BreakGlassGrant, 'id' | 'admin_id' | 'therapist_id' | 'created_at' | 'expires_at' | 'ended_at'> {
  therapist_name: string;
  therapist_email: string;
  therapist_zone: string;
}

/** An access with why it was needed, which is stored encrypted and decrypted only where it is shown. */
export interface ReasonedGrant extends Grant {
  reason: string;
}

export interface NewGrant extends Omit<BreakGlassGrant, 'reason' | 'ended_at'> {
  reason: string;
}

type GrantRow = Grant & Pick<BreakGlassGrant, 'reason'>;

const SELECT = `select g.id, g.admin_id, g.therapist_id, coalesce(p.display_name, u.name) as therapist_name, u.email as therapist_email,
    coalesce(p.timezone, 'UTC') as therapist_zone, g.reason, g.created_at, g.expires_at, g.ended_at
  from break_glass_grants g join users u on u.id = g.therapist_id left join therapist_profiles p on p.therapist_id = g.therapist_id`;

const OWNED = statement<GrantRow>('break-glass-owned', `${SELECT} where g.id = $1 and g.admin_id = $2`);
const BY_ID = statement<GrantRow>('break-glass-by-id', `${SELECT} where g.id = $1`);
const OPEN = statement<GrantRow>('break-glass-open', `${SELECT} where g.admin_id = $1 and g.expires_at > $2 and g.ended_at is null order by g.created_at desc, g.id desc`);
const LOCK_ADMINISTRATOR = statement('break-glass-administrator-lock', 'select from administrators where id = $1 for update');
const INSERT = statement<Pick<BreakGlassGrant, 'id'>>('break-glass-insert', `insert into break_glass_grants (id, admin_id, therapist_id, reason, created_at, expires_at)
         select $1, $2, u.id, $4, $5, $6 from users u where u.id = $3 and u.user_type = 'therapist' returning id`);
const END = statement<Pick<BreakGlassGrant, 'id'>>('break-glass-end', `update break_glass_grants set ended_at = $3
         where id = $1 and admin_id = $2 and ended_at is null and expires_at > $3 returning id`);

@Injectable()
export class BreakGlassRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  /** One access at a time is opened per administrator. */
  async lockAdministrator(adminId: string, on: Queryable): Promise<void> {
    await on.query(LOCK_ADMINISTRATOR, [adminId]);
  }

  /** @returns false when there is no such therapist */
  async insertGrant(access: NewGrant, on: Queryable): Promise<boolean> {
    const { id, admin_id, therapist_id, created_at, expires_at } = access;
    const reason = this.cipher.encrypt(access.reason, reasonPlace(id));
    return (await on.query(INSERT, [id, admin_id, therapist_id, reason, created_at, expires_at])).length === 1;
  }

  async findOwned(adminId: string, id: string, on: Queryable = this.database): Promise<Grant | undefined> {
    const [row] = await on.query(OWNED, [id, adminId]);
    return row && withoutReason(row);
  }

  async findOwnedWithReason(adminId: string, id: string, on: Queryable): Promise<ReasonedGrant | undefined> {
    const [row] = await on.query(OWNED, [id, adminId]);
    return row && this.withReason(row);
  }

  /** Whosever it is: for the notice to the therapist. */
  async findGrant(id: string): Promise<Grant | undefined> {
    const [row] = await this.database.query(BY_ID, [id]);
    return row && withoutReason(row);
  }

  /** The accesses of an administrator that are open now, the newest first. */
  async listOpen(adminId: string, now: Date): Promise<ReasonedGrant[]> {
    const rows = await this.database.query(OPEN, [adminId, now]);
    return rows.map((row) => this.withReason(row));
  }

  /** Whether one of the administrator's accesses that are open now is to these records. */
  async isOpen(adminId: string, therapistId: string, now: Date, on: Queryable): Promise<boolean> {
    const rows = await on.query(OPEN, [adminId, now]);
    return rows.some(({ therapist_id }) => therapist_id === therapistId);
  }

  /** @returns false when it had ended before */
  async endGrant(adminId: string, id: string, now: Date, on: Queryable): Promise<boolean> {
    return (await on.query(END, [id, adminId, now])).length === 1;
  }

  private withReason(row: GrantRow): ReasonedGrant {
    return { ...row, reason: this.cipher.decrypt(row.reason, reasonPlace(row.id)) };
  }
}

function withoutReason({ reason: _, ...access }: GrantRow): Grant {
  return access;
}

function reasonPlace(rowId: string): { table: string; column: string; rowId: string } {
  return { table: 'break_glass_grants', column: 'reason', rowId };
}
