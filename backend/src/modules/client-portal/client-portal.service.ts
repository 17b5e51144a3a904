import { Injectable } from '@nestjs/common';
import { Actor, assertFreshProof, CurrentUserData, hasFreshProof, SessionReader } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { DomainError } from '../../common/errors/domain-error';
import type { OnItsWay } from '../../common/http/write-part';
import { Limit, Limits } from '../../common/limits/limits';
import { Places } from '../../common/limits/places';
import { Works } from '../../common/work/work';
import type { ClientBookingDto } from '../bookings/lists/booking-list.dto';
import { ClientBookingsService } from '../bookings/lists/client-bookings.service';
import type { AftercareRecommendationDto } from '../care-plans/publishing/published-plan.dto';
import { PublishedPlansService } from '../care-plans/publishing/published-plans.service';
import type { ClientAccountDto } from '../clients/account/account.dto';
import { ClientAccountService } from '../clients/account/account.service';
import { StrangePracticeDto } from '../clients/strangers/introduction.dto';
import { IntroductionsService } from '../clients/strangers/introductions.service';
import { OwnReadsService } from '../clients/strangers/own-reads.service';
import type { OwnCopy } from '../clients/strangers/strangers.service';
import type { OwnAnswersDto } from '../intake-forms/results/results.dto';
import { IntakeResultsService } from '../intake-forms/results/results.service';
import type { ClientSessionNoteDto } from '../session-notes/sharing/shared-note.dto';
import { SharedNotesService } from '../session-notes/sharing/shared-notes.service';
import { ClientDashboardDto, ClosedDto, ClosingDto } from './client-portal.dto';
import * as messages from './messages';
import type { RecordActivityEntryDto } from './record-activity.dto';
import { RecordActivityService } from './record-activity.service';

const COPIES: Limit = { scope: 'client-export', max: 20, windowMs: 3_600_000 };
/** Few at a time read the database for a copy; who reads the copy slowly keeps nobody from it. */
const LINE = { atWork: 4, waiting: 100, ofOne: 20, longestMs: 60_000, full: messages.copiesWait };

/** A copy on its way: its lists are read while they are sent, one after the other. */
export interface OwnRecord {
  exported_at: string;
  account: ClientAccountDto;
  appointments: OwnCopy<ClientBookingDto>;
  forms: OwnCopy<OwnAnswersDto>;
  session_notes: OwnCopy<ClientSessionNoteDto>;
  care_plans: OwnCopy<AftercareRecommendationDto>;
  activity: OwnCopy<RecordActivityEntryDto>;
}

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
    private readonly sessions: SessionReader,
    private readonly reads: OwnReadsService,
    private readonly limits: Limits,
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly introductions: IntroductionsService,
  ) {}

  /**
   * What a client finds on the first page. An unproven session sees nothing that others tied to the address; notes and plans need a
   * fresh proof. Those of one connection are made one after the other. @throws DomainError too_many
   */
  async showDashboard(user: CurrentUserData, actor: Actor): Promise<ClientDashboardDto> {
    const { id, name, email, proof_address } = await this.accounts.show(user);
    const client = { id, name, email };
    if (!user.verified) return nothingYet(client);
    return this.reads.look(actor, id, () => this.collectDashboard(client, { proof_required: !hasFreshProof(user, this.clock.now()), proof_address }, actor));
  }

  private async collectDashboard(client: ClientDashboardDto['client'], proof: Pick<ClientDashboardDto, 'proof_required' | 'proof_address'>, actor: Actor): Promise<ClientDashboardDto> {
    const { id } = client;
    const proven = !proof.proof_required;
    // One after the other: a page takes no more of the database's connections than any other.
    const { upcoming, past, counts } = await this.bookings.list(id);
    const notes = await this.sessionNotes.newestFor(id, proven);
    const plans = await this.carePlans.newestFor(id, proven);
    const unknown_practices = await this.introduce(id, [...upcoming, ...past, ...notes.entries, ...plans.entries]);
    await this.recordRead(actor, id, 'view_dashboard');
    return {
      client,
      verified: true,
      ...proof,
      counts: { ...counts, session_notes: notes.count, care_plans: plans.count },
      upcoming_bookings: upcoming,
      past_bookings: past,
      session_notes: notes.entries,
      older_session_notes: notes.older,
      aftercare_recommendations: plans.entries,
      older_care_plans: plans.older,
      unknown_practices,
    };
  }

  private async introduce(clientId: string, items: readonly Pick<ClientBookingDto, 'therapist_id' | 'practice_confirmed'>[]): Promise<StrangePracticeDto[]> {
    const strangers = new Set(items.flatMap(({ therapist_id, practice_confirmed }) => (practice_confirmed ? [] : [therapist_id])));
    // All of them: were some left out, foreign bookings at others would take the warning from the one that only bears a known name.
    const found = await this.introductions.findAll([...strangers], clientId);
    return [...found].map(([therapist_id, { since, namesake }]) => ({ therapist_id, practice_since: since.toISOString(), namesake }));
  }

  /**
   * A client's own copy of what the portal holds about them; one at a time for each client.
   * @param gone aborted when nobody waits for it any more
   * @param write takes the copy's lists one after the other
   * @throws DomainError forbidden without a fresh proof; too_many; unauthenticated for who has signed out meanwhile
   */
  async exportRecord(user: CurrentUserData, actor: Actor, gone: AbortSignal, write: (record: OwnRecord, on: OnItsWay) => Promise<void>): Promise<void> {
    assertFreshProof(user, this.clock.now());
    const wait = await this.limits.reserve([COPIES, user.id]);
    if (wait > 0) throw new DomainError('too_many', messages.tooManyCopies, { retryAfterSeconds: wait });
    const assertStands = (): Promise<void> => this.sessions.assertStands(user);
    await this.line.take({ id: user.id, address: actor.address }, gone, async (place) => {
      await assertStands();
      const { id } = user;
      // Before anything is read: what nobody could be told of is not given away.
      await this.recordRead(actor, id, 'download_record');
      await write({
        exported_at: this.clock.now().toISOString(),
        account: await this.accounts.show(user),
        appointments: this.bookings.copyFor(id),
        forms: this.forms.copyFor(id),
        session_notes: this.sessionNotes.copyFor(id),
        care_plans: this.carePlans.copyFor(id),
        activity: this.history.copyFor(id),
      }, { place, assertStands });
    });
  }

  async explainClosing(user: CurrentUserData): Promise<ClosingDto> {
    const { upcoming, all } = await this.bookings.count(user.id);
    return { removed: [...messages.removedByClosing], kept: keptFor(all), upcoming };
  }

  /** Sign-in and personal fields go, what a therapist must keep stays. @throws DomainError forbidden without a fresh proof */
  async closeAccount(user: CurrentUserData, actor: Actor): Promise<ClosedDto> {
    assertFreshProof(user, this.clock.now());
    const { all } = await this.bookings.count(user.id);
    await this.accounts.close(user, actor);
    return { status: 'closed', kept: keptFor(all) };
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
    proof_address: null,
    counts: { upcoming: 0, completed: 0, session_notes: 0, care_plans: 0 },
    upcoming_bookings: [],
    past_bookings: [],
    session_notes: [],
    older_session_notes: null,
    aftercare_recommendations: [],
    older_care_plans: null,
    unknown_practices: [],
  };
}

function keptFor(appointments: number): string[] {
  return appointments > 0 ? [...messages.keptAfterClosing] : [...messages.keptWithoutRecord];
}
