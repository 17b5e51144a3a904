import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, newId } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Outbox } from '../../../common/jobs/outbox.service';
import { ActivityLog } from '../../activity-log/activity-log.service';
import * as messages from '../messages';
import { BreakGlassGrantDto, OpenRecordsDto } from './break-glass.dto';
import { BreakGlassRepository, GrantRow } from './break-glass.repository';

const OPEN_MS = 60 * 60_000;

/**
 * Emergency access: one administrator, one therapist's records, a reason, 60 minutes, reading only. The therapist is told by mail, and
 * opening, ending and every page read are in the activity log.
 */
@Injectable()
export class BreakGlassService {
  constructor(
    private readonly repository: BreakGlassRepository,
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
    private readonly clock: Clock,
    private readonly activity: ActivityLog,
    private readonly outbox: Outbox,
  ) {}

  /** @throws DomainError not_found for an unknown therapist, conflict while an access to the same records is open */
  async open(actor: Actor, adminId: string, { therapist_id, reason }: OpenRecordsDto): Promise<BreakGlassGrantDto> {
    return this.database.transaction(async (tx) => {
      await this.repository.lock(adminId, tx);
      const now = this.clock.now();
      const open = await this.repository.listOpen(adminId, now, tx);
      if (open.some((grant) => grant.therapist_id === therapist_id)) throw new DomainError('conflict', messages.accessOpenAlready);
      const id = newId();
      const grant = {
        id,
        adminId,
        therapistId: therapist_id,
        reason: this.cipher.encrypt(reason, reasonPlace(id)),
        createdAt: now,
        expiresAt: new Date(now.getTime() + OPEN_MS),
      };
      if (!(await this.repository.insert(grant, tx))) throw new DomainError('not_found', messages.noSuchTherapist);
      await this.activity.record(tx, actor, { action: 'break_glass_open', subjectType: 'break_glass', subjectId: id, details: { therapist_id } });
      await this.outbox.add(tx, { queue: 'mail', job: 'send-break-glass-notice', payload: { grant_id: id } });
      return this.toDto(found(await this.repository.findOwned(adminId, id, tx)));
    });
  }

  /** The accesses of this administrator that are open now. */
  async listOpen(adminId: string): Promise<BreakGlassGrantDto[]> {
    const rows = await this.repository.listOpen(adminId, this.clock.now());
    return rows.map((row) => this.toDto(row));
  }

  /** Ending what has ended changes nothing. @throws DomainError not_found, also for another administrator's access */
  async end(actor: Actor, adminId: string, id: string): Promise<BreakGlassGrantDto> {
    return this.database.transaction(async (tx) => {
      const { therapist_id } = found(await this.repository.findOwned(adminId, id, tx));
      if (await this.repository.end(adminId, id, this.clock.now(), tx)) {
        await this.activity.record(tx, actor, { action: 'break_glass_end', subjectType: 'break_glass', subjectId: id, details: { therapist_id } });
      }
      return this.toDto(found(await this.repository.findOwned(adminId, id, tx)));
    });
  }

  /** An access that may be used now. @throws DomainError not_found, also for another administrator's; forbidden once it has ended */
  async assertOpen(adminId: string, id: string): Promise<GrantRow> {
    const grant = found(await this.repository.findOwned(adminId, id));
    if (grant.ended_at !== null || grant.expires_at <= this.clock.now()) throw new DomainError('forbidden', messages.accessEnded);
    return grant;
  }

  private toDto(row: GrantRow): BreakGlassGrantDto {
    return {
      id: row.id,
      therapist_id: row.therapist_id,
      therapist_name: row.therapist_name,
      reason: this.cipher.decrypt(row.reason, reasonPlace(row.id)),
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
    };
  }
}

function reasonPlace(rowId: string): { table: string; column: string; rowId: string } {
  return { table: 'break_glass_grants', column: 'reason', rowId };
}

function found(grant: GrantRow | undefined): GrantRow {
  if (!grant) throw new DomainError('not_found', messages.noSuchAccess);
  return grant;
}
