import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { KeyRing } from '../../../common/crypto/key-ring';
import { equalInConstantTime } from '../../../common/crypto/tokens';
import { Database, Queryable, statement } from '../../../common/database/database';
import type { ActivityLogEntry } from '../../activity-log/activity.entity';
import { BreakGlassGrant } from '../admin.entity';

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

export interface NewGrant extends Omit<BreakGlassGrant, 'reason' | 'ended_at' | 'mark' | 'notice_mark'> {
  reason: string;
}

type GrantRow = Grant & Pick<BreakGlassGrant, 'reason' | 'mark'>;

/** What a grant's mark vouches for; its reason opens only where it was written. */
type Marked = Pick<BreakGlassGrant, 'id' | 'admin_id' | 'therapist_id' | 'created_at' | 'expires_at'>;

/** A grant as the audit sees it, and whether its notice is still to be sent. */
interface AuditedRow extends Marked, Pick<BreakGlassGrant, 'mark' | 'notice_mark'> {
  is_underway: boolean;
}

/** What is wrong with a grant. */
export interface AuditedGrant extends Pick<BreakGlassGrant, 'id' | 'created_at'> {
  is_foreign: boolean;
  is_untold: boolean;
}

const SELECT = `select g.id, g.admin_id, g.therapist_id, coalesce(p.display_name, u.name) as therapist_name, u.email as therapist_email,
    coalesce(p.timezone, 'UTC') as therapist_zone, g.reason, g.created_at, g.expires_at, g.ended_at, g.mark
  from break_glass_grants g join users u on u.id = g.therapist_id left join therapist_profiles p on p.therapist_id = g.therapist_id`;

const OWNED = statement<GrantRow>('break-glass-owned', `${SELECT} where g.id = $1 and g.admin_id = $2`);
const BY_ID = statement<GrantRow>('break-glass-by-id', `${SELECT} where g.id = $1`);
const OPEN = statement<GrantRow>('break-glass-open', `${SELECT} where g.admin_id = $1 and g.expires_at > $2 and g.ended_at is null order by g.created_at desc, g.id desc`);
const LOCK_ADMINISTRATOR = statement('break-glass-administrator-lock', 'select from administrators where id = $1 for update');
const INSERT = statement<Pick<BreakGlassGrant, 'id'>>('break-glass-insert', `insert into break_glass_grants (id, admin_id, therapist_id, reason, created_at, expires_at, mark)
         select $1, $2, u.id, $4, $5, $6, $7 from users u where u.id = $3 and u.user_type = 'therapist' returning id`);
const END = statement<Pick<BreakGlassGrant, 'id'>>('break-glass-end', `update break_glass_grants set ended_at = $3
         where id = $1 and admin_id = $2 and ended_at is null and expires_at > $3 returning id`);

const AFTER = statement<AuditedRow>('break-glass-after', `select g.id, g.admin_id, g.therapist_id, g.created_at, g.expires_at, g.mark, g.notice_mark,
           exists (select from outbox o where o.job = $3 and o.payload ->> 'grant_id' = g.id::text and o.state in ('pending', 'queued', 'failed')) as is_underway
         from break_glass_grants g where g.id > $1 order by g.id limit $2`);
const GONE = statement<Pick<ActivityLogEntry, 'subject_id' | 'at'>>('break-glass-gone', `select l.subject_id, l.at from activity_log l
         where l.action = 'break_glass_open' and not exists (select from break_glass_grants g where g.id = l.subject_id)
         order by l.seq limit 100`);

const GRANTS_PER_PAGE = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class BreakGlassRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly keys: KeyRing,
  ) {}

  /** One access at a time is opened per administrator. */
  async lockAdministrator(adminId: string, on: Queryable): Promise<void> {
    await on.query(LOCK_ADMINISTRATOR, [adminId]);
  }

  /** @returns false when there is no such therapist */
  async insertGrant(access: NewGrant, on: Queryable): Promise<boolean> {
    const { id, admin_id, therapist_id, created_at, expires_at } = access;
    const reason = this.cipher.encrypt(access.reason, reasonPlace(id));
    return (await on.query(INSERT, [id, admin_id, therapist_id, reason, created_at, expires_at, this.mark(access)])).length === 1;
  }

  async findOwned(adminId: string, id: string, on: Queryable = this.database): Promise<Grant | undefined> {
    const [row] = await on.query(OWNED, [id, adminId]);
    return row && this.isOurs(row) ? withoutReason(row) : undefined;
  }

  async findOwnedWithReason(adminId: string, id: string, on: Queryable): Promise<ReasonedGrant | undefined> {
    const [row] = await on.query(OWNED, [id, adminId]);
    return row && this.isOurs(row) ? this.withReason(row) : undefined;
  }

  /** Whosever it is: for the notice to the therapist. */
  async findGrant(id: string): Promise<Grant | undefined> {
    const [row] = await this.database.query(BY_ID, [id]);
    return row && withoutReason(row);
  }

  /** The accesses of an administrator that are open now, the newest first. */
  async listOpen(adminId: string, now: Date): Promise<ReasonedGrant[]> {
    const rows = await this.database.query(OPEN, [adminId, now]);
    return rows.filter((row) => this.isOurs(row)).map((row) => this.withReason(row));
  }

  /** Whether one of the administrator's accesses that are open now is to these records. */
  async isOpen(adminId: string, therapistId: string, now: Date, on: Queryable): Promise<boolean> {
    const rows = await on.query(OPEN, [adminId, now]);
    return rows.some((row) => row.therapist_id === therapistId && this.isOurs(row));
  }

  /** @returns false when it had ended before */
  async endGrant(adminId: string, id: string, now: Date, on: Queryable): Promise<boolean> {
    return (await on.query(END, [id, adminId, now])).length === 1;
  }

  /** The therapist was told of it. */
  async markNotified(id: string): Promise<void> {
    await this.database.manager.update(BreakGlassGrant, { id }, { notice_mark: this.noticeMark(id) });
  }

  /** Marks the accesses of before there were marks, as told of. @returns how many */
  async adoptGrants(tx: Queryable): Promise<number> {
    const unmarked = await tx.manager.findBy(BreakGlassGrant, { mark: IsNull() });
    for (const row of unmarked) await tx.manager.update(BreakGlassGrant, { id: row.id }, { mark: this.mark(row), notice_mark: this.noticeMark(row.id) });
    return unmarked.length;
  }

  /**
   * Accesses that this product did not make, or whose therapist was not told: neither by now, nor is it on its way.
   * @param toldBefore of those that were opened before then, the therapist must have been told
   * @param job the one that tells
   */
  async listSuspicious(toldBefore: Date, job: string): Promise<AuditedGrant[]> {
    const suspicious: AuditedGrant[] = [];
    let page: AuditedRow[] = [];
    do {
      page = await this.database.query(AFTER, [page.at(-1)?.id ?? FIRST_ID, GRANTS_PER_PAGE, job]);
      for (const row of page) {
        const isTold = row.notice_mark !== null && equalInConstantTime(row.notice_mark, this.noticeMark(row.id));
        const judged = { id: row.id, created_at: row.created_at, is_foreign: !this.isOurs(row), is_untold: !isTold && (!row.is_underway || row.created_at < toldBefore) };
        if (judged.is_foreign || judged.is_untold) suspicious.push(judged);
      }
    } while (page.length === GRANTS_PER_PAGE);
    return suspicious;
  }

  /** Accesses that the log tells of and that are not there any more. */
  async listGone(): Promise<{ id: string; at: Date }[]> {
    const rows = await this.database.query(GONE);
    return rows.map(({ subject_id, at }) => ({ id: String(subject_id), at }));
  }

  private isOurs(row: Marked & Pick<BreakGlassGrant, 'mark'>): boolean {
    return row.mark !== null && equalInConstantTime(row.mark, this.mark(row));
  }

  private mark({ id, admin_id, therapist_id, created_at, expires_at }: Marked): Buffer {
    return this.keys.mark('break_glass_grants', [id, admin_id, therapist_id, created_at, expires_at]);
  }

  private noticeMark(id: string): Buffer {
    return this.keys.mark('break_glass_grants', [id, 'the therapist was told']);
  }

  private withReason(row: GrantRow): ReasonedGrant {
    return { ...withoutReason(row), reason: this.cipher.decrypt(row.reason, reasonPlace(row.id)) };
  }
}

function withoutReason({ reason: _, mark: __, ...access }: GrantRow): Grant {
  return access;
}

function reasonPlace(rowId: string): { table: string; column: string; rowId: string } {
  return { table: 'break_glass_grants', column: 'reason', rowId };
}
