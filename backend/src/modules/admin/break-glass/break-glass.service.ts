import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { newId } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Handles, job, PermanentFailure } from '../../../common/jobs/job';
import { OnStart } from '../../../common/process/start-hooks';
import { Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { Mailer } from '../../../integrations/mail/mailer';
import { Adoptions, AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import * as messages from '../messages';
import { breakGlassMail } from './break-glass-mail';
import { BreakGlassGrantDto, OpenRecordsDto } from './break-glass.dto';
import { Grant, BreakGlassRepository, ReasonedGrant } from './break-glass.repository';

const OPEN_MS = 60 * 60_000;
/** Longer than the notice is tried. */
const TOLD_WITHIN_MS = 12 * 60 * 60_000;

/** 18 tries over about eight hours, as for every mail that people count on. */
export const sendBreakGlassNotice = job<{ grant_id: string }>('mail', 'send-break-glass-notice', { attempts: 18 });

/**
 * Emergency access: one administrator, one therapist's records, a reason, 60 minutes, reading only. The therapist is told by mail, and
 * opening, ending and every page read are in the activity log.
 */
@Injectable()
export class BreakGlassService {
  constructor(
    private readonly repository: BreakGlassRepository,
    private readonly adoptions: Adoptions,
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
  ) {}

  /** @throws DomainError not_found for an unknown therapist, conflict while an access to the same records is open */
  async open(actor: Actor, adminId: string, { therapist_id, reason }: OpenRecordsDto): Promise<BreakGlassGrantDto> {
    return this.works.begin(actor, async (work) => {
      await this.repository.lockAdministrator(adminId, work.tx);
      const now = work.now();
      if (await this.repository.isOpen(adminId, therapist_id, now, work.tx)) throw new DomainError('conflict', messages.accessOpenAlready);
      const id = newId();
      const access = { id, admin_id: adminId, therapist_id, reason, created_at: now, expires_at: new Date(now.getTime() + OPEN_MS) };
      if (!(await this.repository.insertGrant(access, work.tx))) throw new DomainError('not_found', messages.noSuchTherapist);
      await work.record({ action: 'break_glass_open', subjectType: 'break_glass', subjectId: id, details: { therapist_id } });
      await work.enqueue(sendBreakGlassNotice, { grant_id: id });
      return toGrant(found(await this.repository.findOwnedWithReason(adminId, id, work.tx)));
    });
  }

  /** The accesses of this administrator that are open now. */
  async listOpen(adminId: string): Promise<BreakGlassGrantDto[]> {
    const open = await this.repository.listOpen(adminId, this.clock.now());
    return open.map(toGrant);
  }

  /** Ending what has ended changes nothing. @throws DomainError not_found, also for another administrator's access */
  async end(actor: Actor, adminId: string, id: string): Promise<BreakGlassGrantDto> {
    return this.works.begin(actor, async (work) => {
      const { therapist_id } = found(await this.repository.findOwned(adminId, id, work.tx));
      if (await this.repository.endGrant(adminId, id, work.now(), work.tx)) {
        await work.record({ action: 'break_glass_end', subjectType: 'break_glass', subjectId: id, details: { therapist_id } });
      }
      return toGrant(found(await this.repository.findOwnedWithReason(adminId, id, work.tx)));
    });
  }

  /** An access that may be used now. @throws DomainError not_found, also for another administrator's; forbidden once it has ended */
  async assertOpen(adminId: string, id: string): Promise<Grant> {
    const access = found(await this.repository.findOwned(adminId, id));
    if (access.ended_at !== null || access.expires_at <= this.clock.now()) throw new DomainError('forbidden', messages.accessEnded);
    return access;
  }

  /**
   * Sends the one mail about an access, also when it has ended meanwhile. Sent again, it carries the same Message-ID.
   * @throws PermanentFailure when no further try can deliver it
   */
  @Handles(sendBreakGlassNotice)
  async sendNotice({ grant_id }: { grant_id: string }): Promise<void> {
    const access = await this.repository.findGrant(grant_id);
    if (!access) throw new PermanentFailure('The access is no longer there, so nothing was sent.');
    await this.mailer.deliver(breakGlassMail(access, this.config.publicUrl));
    await this.repository.markNotified(grant_id);
  }

  /** Accesses of before there were marks. */
  @OnStart('api')
  adoptEarlier(): Promise<void> {
    return this.adoptions.once('adopt_break_glass', ({ tx }) => this.repository.adoptGrants(tx));
  }

  /** Accesses that this product did not open, that are gone, or of which the therapist was never told. */
  @Audits()
  async auditGrants(): Promise<AuditProblem[]> {
    const suspicious = await this.repository.listSuspicious(new Date(this.clock.now().getTime() - TOLD_WITHIN_MS), sendBreakGlassNotice.name);
    const gone = await this.repository.listGone();
    return [
      ...suspicious.map(({ id, created_at, is_foreign }) => {
        const at = instantOf(created_at);
        return is_foreign
          ? { kind: 'foreign_row' as const, message: messages.foreignAccess(id), id, at }
          : { kind: 'missing_notice' as const, message: messages.noticeMissing(id, at), id, at };
      }),
      ...gone.map(({ id, at }) => ({ kind: 'missing_notice' as const, message: messages.accessGone(id), id, at: instantOf(at) })),
    ];
  }
}

/** Somebody else may have put a moment there that is none, such as `infinity`. */
function instantOf(moment: Date | number): string {
  return moment instanceof Date ? moment.toISOString() : String(moment);
}

function toGrant(access: ReasonedGrant): BreakGlassGrantDto {
  return {
    id: access.id,
    therapist_id: access.therapist_id,
    therapist_name: access.therapist_name,
    reason: access.reason,
    created_at: access.created_at.toISOString(),
    expires_at: access.expires_at.toISOString(),
    ended_at: access.ended_at?.toISOString() ?? null,
  };
}

function found<A extends Grant>(access: A | undefined): A {
  if (!access) throw new DomainError('not_found', messages.noSuchAccess);
  return access;
}
