import { Injectable } from '@nestjs/common';
import { Actor, assertFreshProof, CurrentUserData, hasFreshProof } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { Database } from '../../common/database/database';
import { ActivityLog } from '../activity-log/activity-log.service';
import { ClientBookingLists, ClientBookingsService } from '../bookings/lists/client-bookings.service';
import { AftercareRecommendationDto } from '../care-plans/care-plan.dto';
import { CarePlansService } from '../care-plans/care-plans.service';
import { ClientAccountService } from '../clients/account/account.service';
import { ClientSessionNoteDto } from '../session-notes/session-note.dto';
import { SessionNotesService } from '../session-notes/session-notes.service';
import { ClientDashboardDto, ClientExportDto, ClosedDto, ClosingDto } from './client-portal.dto';
import * as messages from './messages';
import { RecordActivityService } from './record-activity.service';

/** A client's record out of the domains that keep it: appointments, and the notes and plans that need a fresh proof. */
@Injectable()
export class ClientRecordReader {
  constructor(
    private readonly bookings: ClientBookingsService,
    private readonly sessionNotes: SessionNotesService,
    private readonly carePlans: CarePlansService,
    private readonly activity: ActivityLog,
    private readonly database: Database,
  ) {}

  /** @param atMost of each list; left out, what a screen shows */
  appointments(clientId: string, atMost?: number): Promise<ClientBookingLists> {
    return this.bookings.list(clientId, atMost);
  }

  notes(clientId: string, atMost?: number): Promise<ClientSessionNoteDto[]> {
    return this.sessionNotes.visibleTo(clientId, atMost);
  }

  plans(clientId: string, atMost?: number): Promise<AftercareRecommendationDto[]> {
    return this.carePlans.publishedFor(clientId, atMost);
  }

  countPlans(clientId: string): Promise<number> {
    return this.carePlans.countPublished(clientId);
  }

  /** Every read of a record is logged, the client's own as well. */
  async logRead(actor: Actor, clientId: string, action: string): Promise<void> {
    await this.activity.record(this.database, actor, { action, subjectType: 'client', subjectId: clientId, clientIds: [clientId] });
  }
}

/** What a client finds on the first page of the portal. */
@Injectable()
export class ClientDashboardService {
  constructor(
    private readonly accounts: ClientAccountService,
    private readonly record: ClientRecordReader,
    private readonly clock: Clock,
  ) {}

  /** An unproven session sees nothing that others tied to the address; notes and plans need a fresh proof. */
  async show(user: CurrentUserData, actor: Actor): Promise<ClientDashboardDto> {
    const { id, name, email } = await this.accounts.show(user);
    const client = { id, name, email };
    if (!user.verified) return nothingYet(client);
    const proven = hasFreshProof(user, this.clock.now());
    const [{ upcoming, past, counts }, carePlans, notes, plans] = await Promise.all([
      this.record.appointments(id),
      this.record.countPlans(id),
      proven ? this.record.notes(id) : [],
      proven ? this.record.plans(id) : [],
    ]);
    await this.record.logRead(actor, id, 'view_dashboard');
    return {
      client,
      verified: true,
      proof_required: !proven,
      counts: { ...counts, care_plans: carePlans },
      upcoming_bookings: upcoming,
      past_bookings: past,
      session_notes: notes,
      aftercare_recommendations: plans,
    };
  }
}

function nothingYet(client: ClientDashboardDto['client']): ClientDashboardDto {
  return {
    client,
    verified: false,
    proof_required: true,
    counts: { upcoming: 0, completed: 0, care_plans: 0 },
    upcoming_bookings: [],
    past_bookings: [],
    session_notes: [],
    aftercare_recommendations: [],
  };
}

/** More than anybody's record holds: the copy is whole. */
const EVERYTHING = 1_000_000;

/** A client's own copy of what the portal holds about them. */
@Injectable()
export class ClientExportService {
  constructor(
    private readonly accounts: ClientAccountService,
    private readonly record: ClientRecordReader,
    private readonly history: RecordActivityService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError forbidden without a fresh proof */
  async collect(user: CurrentUserData, actor: Actor): Promise<ClientExportDto> {
    const now = this.clock.now();
    assertFreshProof(user, now);
    const [account, { upcoming, past }, notes, plans, history] = await Promise.all([
      this.accounts.show(user),
      this.record.appointments(user.id, EVERYTHING),
      this.record.notes(user.id, EVERYTHING),
      this.record.plans(user.id, EVERYTHING),
      this.history.page(user.id, { limit: EVERYTHING }),
    ]);
    await this.record.logRead(actor, user.id, 'download_record');
    return {
      exported_at: now.toISOString(),
      account,
      appointments: [...upcoming, ...past],
      session_notes: notes,
      care_plans: plans,
      activity: history.entries,
    };
  }
}

/** Closing an account: sign-in and personal fields go, what a therapist must keep stays. */
@Injectable()
export class AccountClosingService {
  constructor(
    private readonly accounts: ClientAccountService,
    private readonly record: ClientRecordReader,
    private readonly clock: Clock,
  ) {}

  async explain(user: CurrentUserData): Promise<ClosingDto> {
    const { upcoming, past, counts } = await this.record.appointments(user.id);
    return { removed: [...messages.removedByClosing], kept: keptFor(upcoming.length + past.length), upcoming: counts.upcoming };
  }

  /** @throws DomainError forbidden without a fresh proof */
  async close(user: CurrentUserData, actor: Actor): Promise<ClosedDto> {
    assertFreshProof(user, this.clock.now());
    const { upcoming, past } = await this.record.appointments(user.id);
    await this.accounts.close(user, actor);
    return { status: 'closed', kept: keptFor(upcoming.length + past.length) };
  }
}

function keptFor(appointments: number): string[] {
  return appointments > 0 ? [...messages.keptAfterClosing] : [...messages.keptWithoutRecord];
}
