import { Injectable } from '@nestjs/common';
import { Actor, CurrentUserData, SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { newId } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Handles, job, PermanentFailure } from '../../../common/jobs/job';
import { Limit, Limits } from '../../../common/limits/limits';
import { pageOf, readCursor } from '../../../common/paging/paging';
import { OnStart } from '../../../common/process/start-hooks';
import { OnEvent, Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { Mailer } from '../../../integrations/mail/mailer';
import { Adoptions, AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import { ActivitySealer } from '../../activity-log/chain/sealer.service';
import { ActivityWitness } from '../../activity-log/chain/witness.service';
import { LogProtection } from '../../activity-log/log-protection.service';
import { PersonAddresses } from '../../auth/addresses/person-addresses.service';
import { AdministratorSignInService } from '../../auth/administrators/administrator-sign-in.service';
import { ClientsService } from '../../clients/persons/persons.service';
import { RecordsMoved } from '../../clients/persons/person.events';
import * as messages from '../messages';
import { breakGlassMail } from './break-glass-mail';
import { BreakGlassGrantDto, OpeningsQueryDto, OpenRecordDto, RecordOpeningsDto } from './break-glass.dto';
import { BreakGlassRepository, Grant, OpenGrant, Reader } from './break-glass.repository';

const OPEN_MS = 60 * 60_000;
/** Longer than the notices are tried. */
const TOLD_WITHIN_MS = 12 * 60 * 60_000;
const MOST_OPEN = 3;
/** Of one administrator, found or not: enough for an emergency, too few for finding out who is a client here. */
const LOOKUPS: Limit = { scope: 'break-glass-lookup', max: 10, windowMs: 60 * 60_000 };
const PAGE_ROWS = 20;

/** 18 tries over about eight hours, as for every mail that people count on. */
export const sendBreakGlassNotice = job<{ grant_id: string; therapist_id: string }>('mail', 'send-break-glass-notice', { attempts: 18 });

/** Where each reader's list is. */
const LIST_PATHS: Record<Reader['kind'], string> = {
  admin: '/api/admin/break-glass/history',
  therapist: '/api/therapist/record-openings',
  client: '/api/client/record-openings',
};

export interface OpeningsPage extends RecordOpeningsDto {
  /** A `Link` header value when there is more. */
  link: string | undefined;
}

/**
 * Emergency access: one administrator who has shown anew who they are, one client's record, a reason, 60 minutes, reading only. It ends with
 * its session. The client's therapists are told by mail; they and the client read who, when and why. Looking for a client, opening, ending
 * and every page read are in the activity log.
 */
@Injectable()
export class BreakGlassService {
  constructor(
    private readonly repository: BreakGlassRepository,
    private readonly administrators: AdministratorSignInService,
    private readonly addresses: PersonAddresses,
    private readonly clients: ClientsService,
    private readonly adoptions: Adoptions,
    private readonly sealer: ActivitySealer,
    private readonly protection: LogProtection,
    private readonly witness: ActivityWitness,
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly clock: Clock,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
  ) {}

  /**
   * @throws DomainError forbidden without two-step sign-in; rule for a wrong password or code; too_many past their limits, and for more than
   *   ten clients looked for within an hour; conflict while the record is open already, or three are; not_found when nobody is found
   */
  async open(actor: Actor, current: CurrentUserData, request: OpenRecordDto): Promise<BreakGlassGrantDto> {
    await this.protection.tellOfForeignRules();
    const outcome = await this.administrators.prove(current, request, actor, (work) => this.openWith(work, current, request));
    // Thrown after the transaction: that the code was used and a client looked for stays.
    if (outcome instanceof DomainError) throw outcome;
    await this.sealer.sealAtOnce();
    await this.assertTold(current.id, outcome, 'break_glass_open', outcome.created_at);
    return toGrant(outcome);
  }

  /** The accesses that are open now in this session. */
  async listOpen({ id, sessionId }: CurrentUserData): Promise<BreakGlassGrantDto[]> {
    const open = await this.repository.listOpen(id, this.clock.now());
    return open.filter((grant) => grant.session_id === sessionId).map(toGrant);
  }

  /** Who opened which record, when and why, as far as it is the reader's; the newest first. @throws DomainError invalid for a foreign cursor */
  async listOpenings(reader: Reader, query: OpeningsQueryDto): Promise<OpeningsPage> {
    const limit = query.limit ?? PAGE_ROWS;
    const found = await this.repository.listGrants(reader, reader.kind === 'client' ? await this.clients.recordsOf(reader.id) : [], this.clock.now(), limit + 1, readCursor(query.cursor));
    const url = `${this.config.publicUrl}${LIST_PATHS[reader.kind]}`;
    const { rows, link } = pageOf(found, limit, url, { limit }, ({ keyset_at: at, id }) => ({ at, id }));
    return { openings: this.repository.genuine(rows).map(toGrant), link };
  }

  /** Ending what has ended changes nothing. @throws DomainError not_found, also for another administrator's access */
  async end(actor: Actor, adminId: string, id: string): Promise<BreakGlassGrantDto> {
    return this.works.begin(actor, async (work) => {
      const grant = found(await this.repository.findOwned(adminId, id, work.now(), work.tx));
      if (await this.repository.endGrant(adminId, grant.id, work.now(), work.tx)) {
        await work.record({ action: 'break_glass_end', subjectType: 'break_glass', subjectId: grant.id, clientIds: clientsOf(grant) });
      }
      return toGrant(found(await this.repository.findOwned(adminId, grant.id, work.now(), work.tx)));
    });
  }

  /** @throws DomainError not_found, also for another administrator's; forbidden once it has ended, and in another session */
  async assertOpen({ id: adminId, sessionId }: CurrentUserData, id: string): Promise<OpenGrant> {
    const { client_id: clientId, ...grant } = found(await this.repository.findOwned(adminId, id, this.clock.now()));
    if (!grant.open || grant.session_id !== sessionId || clientId === null) throw new DomainError('forbidden', messages.accessEnded);
    // Whatever its row says: an earlier one may have been put back.
    if (await this.repository.isTold(id, 'break_glass_end', grant.created_at)) throw new DomainError('forbidden', messages.accessEnded);
    await this.assertTold(adminId, grant, 'break_glass_open', grant.created_at);
    return { id: grant.id, clientId, own: await this.clients.recordsOf(clientId) };
  }

  /**
   * Looks again, outside of the transaction that wrote it: an entry that was there at its own statement may be gone at the end of it.
   * @throws Error when the log does not tell of it; the access is ended, and the operator told
   */
  async assertTold(adminId: string, { id }: Pick<OpenGrant, 'id'>, action: 'break_glass_open' | 'break_glass_read', since: Date): Promise<void> {
    if (await this.repository.isTold(id, action, since)) return;
    await this.witness.alarm(messages.accessUntold(id));
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      if (await this.repository.endGrant(adminId, id, work.now(), work.tx)) await work.record({ action: 'break_glass_end', subjectType: 'break_glass', subjectId: id });
    });
    throw new Error('The activity log did not keep an entry of an emergency access.');
  }

  /**
   * Sends a therapist the one mail about an access, also when it has ended meanwhile, to the address that Google verified last. Sent again, it carries
   * the same Message-ID.
   * @throws PermanentFailure when no further try can deliver it
   */
  @Handles(sendBreakGlassNotice)
  async sendNotice({ grant_id, therapist_id }: { grant_id: string; therapist_id: string }): Promise<void> {
    const notice = await this.repository.findNotice(grant_id, therapist_id);
    if (!notice) throw new PermanentFailure('The access is no longer there, so nothing was sent.');
    await this.mailer.deliver(breakGlassMail(notice, await this.addresses.ofTherapist(therapist_id), this.config.publicUrl));
    await this.repository.markNotified(grant_id, therapist_id);
  }

  /** Accesses of before there were marks. */
  @OnStart('api')
  async adoptEarlier(): Promise<void> {
    await this.adoptions.once('adopt_break_glass', ({ tx }) => this.repository.adoptGrants(tx));
    await this.adoptions.once('adopt_break_glass_ends', ({ tx }) => this.repository.adoptEnds(tx));
  }

  /** Accesses that this product did not open, that are gone, or of which a therapist was never told. */
  @Audits()
  async auditGrants(): Promise<AuditProblem[]> {
    const suspicious = await this.repository.listSuspicious(new Date(this.clock.now().getTime() - TOLD_WITHIN_MS), sendBreakGlassNotice.name);
    const unlogged = await this.repository.listUnlogged();
    const gone = await this.repository.listGone();
    const back = await this.repository.listBack();
    return [
      ...back.map(({ id, created_at }) => ({ kind: 'foreign_row' as const, message: messages.accessBack(id), id, at: instantOf(created_at) })),
      ...suspicious.map(({ id, created_at, is_foreign }) => {
        const at = instantOf(created_at);
        return is_foreign
          ? { kind: 'foreign_row' as const, message: messages.foreignAccess(id), id, at }
          : { kind: 'missing_notice' as const, message: messages.noticeMissing(id, at), id, at };
      }),
      ...unlogged.map(({ id, created_at }) => ({ kind: 'missing_entry' as const, message: messages.accessUnlogged(id), id, at: instantOf(created_at) })),
      ...gone.map(({ id, at }) => ({ kind: 'missing_notice' as const, message: messages.accessGone(id), id, at: instantOf(at) })),
    ];
  }

  /** When two persons turn out to be one, who opened their records follows. */
  @OnEvent(RecordsMoved)
  async reassign({ fromId, intoId, therapistId }: RecordsMoved, work: Work): Promise<void> {
    await this.repository.reassign(fromId, intoId, therapistId, work.tx);
  }

  /** The administrator's row is held meanwhile, so one access at a time is opened. */
  private async openWith(work: Work, { id: adminId, sessionId }: CurrentUserData, request: OpenRecordDto): Promise<Grant | DomainError> {
    const now = work.now();
    const open = await this.repository.listOpen(adminId, now, work.tx);
    if (open.length >= MOST_OPEN) return new DomainError('conflict', messages.threeOpen);
    const sought = request.client.toLowerCase();
    const clientId = await this.lookUp(work, adminId, sought);
    if (clientId instanceof DomainError) return clientId;
    if (open.some((grant) => grant.client_id === clientId)) return new DomainError('conflict', messages.accessOpenAlready);

    const own = await this.clients.recordsOf(clientId, work.tx);
    const access = { id: newId(), admin_id: adminId, session_id: sessionId, client_id: clientId, created_at: now, expires_at: new Date(now.getTime() + OPEN_MS) };
    const therapistIds = await this.repository.insertGrant({ ...access, reason: request.reason }, own, sought, work.tx);
    await work.record({ action: 'break_glass_open', subjectType: 'break_glass', subjectId: access.id, clientIds: [clientId] });
    await work.enqueue(sendBreakGlassNotice, ...therapistIds.map((therapist_id) => ({ grant_id: access.id, therapist_id })));
    return found(await this.repository.findOwned(adminId, access.id, now, work.tx));
  }

  /** Past the limit, what is there is answered like what is not. */
  private async lookUp(work: Work, adminId: string, sought: string): Promise<string | DomainError> {
    const wait = await this.limits.secondsUntilAllowed(LOOKUPS, adminId, work.tx);
    if (wait > 0) return new DomainError('too_many', messages.tooManyLookups, { retryAfterSeconds: wait });
    await this.limits.count(LOOKUPS, adminId, work.tx);
    const named = await this.repository.findClient(sought, work.tx);
    const clientId = named && (await this.clients.findFirstOf(named, work.tx));
    await work.record({ action: 'break_glass_lookup', subjectType: 'administrator', subjectId: adminId, details: { found: clientId !== undefined } });
    return clientId ?? new DomainError('not_found', messages.noSuchRecord, { errors: [{ field: 'client', message: messages.noSuchRecord }] });
  }
}

function toGrant({ admin_id: _, session_id: __, keyset_at: ___, shown_id: client_id, ...grant }: Grant): BreakGlassGrantDto {
  return {
    ...grant,
    client_id,
    created_at: grant.created_at.toISOString(),
    expires_at: grant.expires_at.toISOString(),
    ended_at: grant.ended_at?.toISOString() ?? null,
  };
}

/** Somebody else may have put a moment there that is none, such as `infinity`. */
function instantOf(moment: Date | number): string {
  return moment instanceof Date ? moment.toISOString() : String(moment);
}

function clientsOf({ client_id: id }: Grant): string[] {
  return id === null ? [] : [id];
}

function found(access: Grant | undefined): Grant {
  if (!access) throw new DomainError('not_found', messages.noSuchAccess);
  return access;
}
