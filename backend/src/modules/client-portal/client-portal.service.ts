import { Injectable } from '@nestjs/common';
import { Actor, assertFreshProof, CurrentUserData, hasFreshProof } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { DomainError } from '../../common/errors/domain-error';
import { Limit, Limits } from '../../common/limits/limits';
import { Places } from '../../common/limits/places';
import { Works } from '../../common/work/work';
import { ClientBookingsService } from '../bookings/lists/client-bookings.service';
import { PublishedPlansService } from '../care-plans/publishing/published-plans.service';
import { ClientAccountService } from '../clients/account/account.service';
import { IntakeResultsService } from '../intake-forms/results/results.service';
import { SharedNotesService } from '../session-notes/sharing/shared-notes.service';
import { ClientDashboardDto, ClientExportDto, ClosedDto, ClosingDto } from './client-portal.dto';
import * as messages from './messages';
import { RecordActivityService } from './record-activity.service';

/** More than anybody's record holds: the copy is whole. */
const EVERYTHING = 1_000_000;
const WHOLE = { rows: EVERYTHING, bytes: Number.MAX_SAFE_INTEGER };
/** The log can hold more than that, of a record that many work with: years of it are in a copy, in a few megabytes. */
const EXPORTED_ENTRIES = 10_000;
const COPIES: Limit = { scope: 'client-export', max: 20, windowMs: 3_600_000 };
/** How long a copy may take to be read. */
export const COPY_READ_WITHIN_MS = 120_000;
/** Few copies at a time are in memory. */
const LINE = { atWork: 4, waiting: 100, ofOne: 20, longestMs: COPY_READ_WITHIN_MS + 30_000, full: messages.copiesWait };

/** A client's own record, out of the domains that keep it: looked at, taken along as a copy, and closed. */
@Injectable()
export class ClientPortalService {
  private readonly line = new Places(LINE);

  constructor(
    private readonly accounts: ClientAccountService,
    private readonly bookings: ClientBookingsService,
    private readonly forms: IntakeResultsService,
    private readonly sessionNotes: SharedNotesService,
    private readonly carePlans: PublishedPlansService,
    private readonly history: RecordActivityService,
    private readonly limits: Limits,
    private readonly works: Works,
    private readonly clock: Clock,
  ) {}

  /**
   * What a client finds on the first page. An unproven session sees nothing that others tied to the address; notes and plans need a
   * fresh proof.
   */
  async showDashboard(user: CurrentUserData, actor: Actor): Promise<ClientDashboardDto> {
    const { id, name, email } = await this.accounts.show(user);
    const client = { id, name, email };
    if (!user.verified) return nothingYet(client);
    return this.limits.inTurn([`client dashboard ${id}`], () => this.collectDashboard(client, hasFreshProof(user, this.clock.now()), actor));
  }

  private async collectDashboard(client: ClientDashboardDto['client'], proven: boolean, actor: Actor): Promise<ClientDashboardDto> {
    const { id } = client;
    const [{ upcoming, past, counts }, sessionNotes, carePlans, notes, plans] = await Promise.all([
      this.bookings.list(id),
      this.sessionNotes.countVisible(id),
      this.carePlans.countPublished(id),
      proven ? this.sessionNotes.visibleTo(id) : [],
      proven ? this.carePlans.publishedFor(id) : [],
    ]);
    await this.recordRead(actor, id, 'view_dashboard');
    return {
      client,
      verified: true,
      proof_required: !proven,
      counts: { ...counts, session_notes: sessionNotes, care_plans: carePlans },
      upcoming_bookings: upcoming,
      past_bookings: past,
      session_notes: notes,
      aftercare_recommendations: plans,
    };
  }

  /**
   * A client's own copy of what the portal holds about them, one after the other.
   * @param gone aborted when nobody waits for it any more
   * @param write sends it; until then it is in memory
   * @throws DomainError forbidden without a fresh proof; too_many
   */
  async exportRecord(user: CurrentUserData, actor: Actor, gone: AbortSignal, write: (record: ClientExportDto) => Promise<void>): Promise<void> {
    assertFreshProof(user, this.clock.now());
    const wait = await this.limits.reserve([COPIES, user.id]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyCopies, { retryAfterSeconds: wait });
    await this.line.take(user.id, gone, async () => write(await this.collectRecord(user, actor)));
  }

  async explainClosing(user: CurrentUserData): Promise<ClosingDto> {
    const { upcoming, past, counts } = await this.bookings.list(user.id);
    return { removed: [...messages.removedByClosing], kept: keptFor(upcoming.length + past.length), upcoming: counts.upcoming };
  }

  /** Sign-in and personal fields go, what a therapist must keep stays. @throws DomainError forbidden without a fresh proof */
  async closeAccount(user: CurrentUserData, actor: Actor): Promise<ClosedDto> {
    assertFreshProof(user, this.clock.now());
    const { upcoming, past } = await this.bookings.list(user.id);
    await this.accounts.close(user, actor);
    return { status: 'closed', kept: keptFor(upcoming.length + past.length) };
  }

  private async collectRecord(user: CurrentUserData, actor: Actor): Promise<ClientExportDto> {
    const now = this.clock.now();
    const [account, { upcoming, past }, forms, notes, plans, history] = await Promise.all([
      this.accounts.show(user),
      this.bookings.list(user.id, EVERYTHING),
      this.forms.listOwn(user.id, EVERYTHING),
      this.sessionNotes.visibleTo(user.id, WHOLE),
      this.carePlans.publishedFor(user.id, WHOLE),
      this.history.page(user.id, { limit: EXPORTED_ENTRIES }, false),
    ]);
    await this.recordRead(actor, user.id, 'download_record');
    return {
      exported_at: now.toISOString(),
      account,
      appointments: [...upcoming, ...past],
      forms,
      session_notes: notes,
      care_plans: plans,
      activity: history.entries,
      activity_note: history.link ? messages.newestEntriesOnly(EXPORTED_ENTRIES) : null,
    };
  }

  /** Every read of a record is logged, the client's own as well. */
  private recordRead(actor: Actor, clientId: string, action: string): Promise<void> {
    return this.works.recordRead(actor, { action, subjectType: 'client', subjectId: clientId, clientIds: [clientId] });
  }
}

function nothingYet(client: ClientDashboardDto['client']): ClientDashboardDto {
  return {
    client,
    verified: false,
    proof_required: true,
    counts: { upcoming: 0, completed: 0, session_notes: 0, care_plans: 0 },
    upcoming_bookings: [],
    past_bookings: [],
    session_notes: [],
    aftercare_recommendations: [],
  };
}

function keptFor(appointments: number): string[] {
  return appointments > 0 ? [...messages.keptAfterClosing] : [...messages.keptWithoutRecord];
}
