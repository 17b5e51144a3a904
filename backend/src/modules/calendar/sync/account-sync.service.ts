import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { newId } from '../../../common/database/database';
import { PartFailures } from '../../../common/health/part-failures';
import { Handles, job } from '../../../common/jobs/job';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { GoogleFailure } from '../../../integrations/google/google-failure';
import { Mailer } from '../../../integrations/mail/mailer';
import { PersonAddresses } from '../../auth/addresses/person-addresses.service';
import { AppointmentWriter } from '../appointments/appointment-writer.service';
import { CalendarReader } from '../busy-blocks/calendar-reader.service';
import { Channels } from '../busy-blocks/channels.service';
import { CalendarConnection, TroubleReason } from '../calendar.entity';
import { AccountRepository, POLL_MS, POLL_WITH_CHANNEL_MS, TakenTurn } from './account.repository';
import { syncCalendar } from './sync.jobs';
import { troubleMail } from './trouble-mail';
import { OpenSource, Turn, TurnLost } from './turn';

/** Few tries: the next round comes soon. */
const lookAtCalendars = job<Record<string, never>>('maintenance', 'look-at-calendars', { attempts: 2, everyMs: 60_000 });
const sendCalendarTrouble = job<{ therapist_id: string; trouble_id: string }>('mail', 'send-calendar-trouble', { attempts: 18 });

const BATCH = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Pages of 2,500 events each, and channels: who has more of them goes on when the others in line had their turns. */
const REQUESTS_IN_A_TURN = 4;
/** However long the line is: a job that is lost is not waited for longer. */
const GOES_ON_WITHIN_MS = 10 * 60_000;
/** What came while the account was brought into step has its turn soon. */
const AGAIN_MS = 1_000;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 5 * 60_000;
/** So many one after the other, and the therapist is told. */
const MOST_FAILURES = 3;
/** Patience that Google asks for is no trouble, unless it lasts. */
const LONGEST_PATIENCE_MS = 3_600_000;
/** Nobody waits longer than this for a turn before looking again. */
const LONGEST_LOOK_MS = 60_000;

/** Brings accounts at Google into step: what is due there is written, what changed there is read. One worker has an account at a time. */
@Injectable()
export class AccountSync {
  constructor(
    private readonly repository: AccountRepository,
    private readonly writer: AppointmentWriter,
    private readonly reader: CalendarReader,
    private readonly channels: Channels,
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly failures: PartFailures,
    private readonly addresses: PersonAddresses,
    private readonly mailer: Mailer,
    private readonly config: AppConfig,
  ) {}

  /** What Google does not do is tried again by a job of its own, as late as Google asks. */
  @Handles(syncCalendar)
  async sync(asked: Asked): Promise<void> {
    const { therapist_id } = asked;
    const worker = newId();
    let taken = await this.repository.takeTurn(therapist_id, worker, this.clock.now());
    // Whoever had it may have come to their end just now, without having seen what this job is for.
    if (!taken && !(await this.comesAgain(asked))) taken = await this.repository.takeTurn(therapist_id, worker, this.clock.now());
    if (!taken) return;
    const whose = { therapist_id, generation: taken.generation, worker };
    try {
      await this.inTurn(taken, whose, asked);
    } catch (error) {
      if (error instanceof TurnLost) return;
      if (!(error instanceof GoogleFailure)) throw error;
      await this.failed(taken, whose, error);
    } finally {
      await this.repository.releaseTurn(whose);
    }
  }

  /** Accounts that nobody told of for a while are looked at, and those that waited for their time. */
  @Handles(lookAtCalendars)
  async look(): Promise<void> {
    let after = FIRST_ID;
    let due: string[];
    do {
      due = await this.works.begin(SYSTEM_ACTOR, async (work) => {
        const ids = await this.repository.listDue(work.now(), after, BATCH, work.tx);
        await work.enqueue(syncCalendar, ...ids.map((therapist_id) => ({ therapist_id })));
        return ids;
      });
      after = due.at(-1) ?? after;
    } while (due.length === BATCH);
  }

  /** Nothing, where it was mended meanwhile. @throws PermanentFailure when no further try can deliver it */
  @Handles(sendCalendarTrouble)
  async tell({ therapist_id, trouble_id }: { therapist_id: string; trouble_id: string }): Promise<void> {
    const reason = await this.repository.findTrouble(therapist_id);
    if (!reason) return;
    await this.mailer.deliver(troubleMail({ id: trouble_id, reason, address: await this.addresses.ofTherapist(therapist_id) }, this.config.publicUrl));
  }

  private async inTurn(taken: TakenTurn & { refreshToken: string }, whose: Whose, asked: Asked): Promise<void> {
    const { goes_on: goesOn, written_to } = asked;
    const began = this.clock.now();
    const { sources, targetGone } = await this.repository.openSources(whose.therapist_id);
    const turn: Turn = { ...taken, access: { refreshToken: taken.refreshToken }, sources, requests: { left: REQUESTS_IN_A_TURN }, begin: (run) => this.begin(whose, run) };
    const after = await this.writer.write(turn, written_to);
    if (after !== undefined) return this.leaveWriting(turn, whose, taken.goes_on_until, { ...asked, written_to: after });
    const now = this.clock.now();
    if (!goesOn && taken.goes_on_until !== null && taken.goes_on_until > now) return this.leaveReading(turn, whose, taken.goes_on_until, began);
    let isTargetGone = targetGone;
    for (const source of sources.filter((one) => wantsReading(one, now))) {
      const came = await this.reader.read(turn, source);
      if (came === 'unfinished') return this.leaveReading(turn, whose, new Date(now.getTime() + GOES_ON_WITHIN_MS), began);
      isTargetGone ||= came === 'gone' && source.takes_appointments;
    }
    const channels = await this.channels.renew(turn);
    if (channels === 'unfinished') return this.leaveReading(turn, whose, new Date(now.getTime() + GOES_ON_WITHIN_MS), began);
    await turn.begin(async (work) => {
      const reason = isTargetGone ? 'target_gone' : channels === 'lost' ? 'channel' : null;
      if (reason) await this.raise(work, whose, reason);
      await this.repository.succeed(whose, reason === null, work.now(), work.tx);
      const left = await this.repository.findLeft(whose.therapist_id, began, work.tx);
      if (left.due || left.changed) await work.enqueueLater(syncCalendar, AGAIN_MS, { therapist_id: whose.therapist_id });
    });
  }

  /** The others in line have their turns; what is read waits until all is written. */
  private leaveWriting(turn: Turn, whose: Whose, readsUntil: Date | null, next: Asked): Promise<void> {
    return turn.begin(async (work) => {
      await this.repository.passOn(whose, readsUntil, work.tx);
      await work.enqueueUnlessWaiting(syncCalendar, 0, next);
    });
  }

  /** The others in line have their turns, and one job of this account goes on behind them; what else comes for it meanwhile is written alone. */
  private leaveReading(turn: Turn, whose: Whose, until: Date, began: Date): Promise<void> {
    const { therapist_id } = whose;
    return turn.begin(async (work) => {
      await this.repository.passOn(whose, until, work.tx);
      await work.enqueueUnlessWaiting(syncCalendar, 0, { therapist_id, goes_on: true });
      if ((await this.repository.findLeft(therapist_id, began, work.tx)).due) await work.enqueueLater(syncCalendar, AGAIN_MS, { therapist_id });
    });
  }

  private begin<T>(whose: Whose, run: (work: Work) => Promise<T>): Promise<T> {
    return this.works.begin(SYSTEM_ACTOR, async (work) => {
      // First, so that whoever takes the account meanwhile waits for this to end.
      if (!(await this.repository.keepTurn(whose, work.now(), work.tx))) throw new TurnLost();
      return run(work);
    });
  }

  /**
   * Somebody else has the account: what this job was for they see at their end, and if they die, one job for all that came meanwhile does.
   * @returns false where nobody has it; one that is left alone is looked at in time
   */
  private comesAgain(asked: Asked): Promise<boolean> {
    return this.works.begin(SYSTEM_ACTOR, async (work) => {
      const wait = await this.repository.lockWait(asked.therapist_id, work.now(), work.tx);
      if (wait === undefined) return false;
      await work.enqueueOnce(syncCalendar, Math.min(Math.max(wait, AGAIN_MS), LONGEST_LOOK_MS), asked);
      return true;
    });
  }

  private async failed({ failed_syncs, last_synced_at, connected_at }: TakenTurn, whose: Whose, failure: GoogleFailure): Promise<void> {
    await this.failures.note('calendar-sync', failure);
    const count = failed_syncs + 1;
    const wait = Math.max(failure.retryAfterMs, Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_WAIT_MS));
    const lost = await this.begin(whose, async (work) => {
      const now = work.now();
      await this.repository.fail(whose, new Date(now.getTime() + wait), work.tx);
      const patient = failure.kind === 'busy' && now.getTime() - (last_synced_at ?? connected_at).getTime() < LONGEST_PATIENCE_MS;
      if (failure.kind === 'busy') await this.repository.pause(whose, work.tx);
      if (failure.kind === 'revoked' || failure.kind === 'scope') return this.raise(work, whose, failure.kind);
      if (count >= MOST_FAILURES && !patient) await this.raise(work, whose, 'failing');
      await work.enqueueLater(syncCalendar, wait, { therapist_id: whose.therapist_id });
    }).catch((error: unknown) => error);
    if (lost instanceof Error && !(lost instanceof TurnLost)) throw lost;
  }

  private async raise(work: Work, whose: Whose, reason: TroubleReason): Promise<void> {
    if (!(await this.repository.raise(whose, reason, work.now(), work.tx))) return;
    await work.record({ action: 'calendar_out_of_step', subjectType: 'therapist', subjectId: whose.therapist_id });
    await work.enqueue(sendCalendarTrouble, { therapist_id: whose.therapist_id, trouble_id: newId() });
  }
}

/** What a job is for. */
interface Asked {
  therapist_id: string;
  goes_on?: true;
  written_to?: string;
}

type Whose = Pick<CalendarConnection, 'therapist_id' | 'generation'> & { worker: string };

/** Whether Google is to be asked what changed in a calendar. */
export function wantsReading(source: OpenSource, now: Date): boolean {
  if (!source.blocks && !source.takes_appointments) return false;
  if (source.isBegun || source.syncToken === null || source.synced_at === null || source.changed_at !== null) return true;
  const watched = source.channel_ends_at !== null && source.channel_ends_at > now;
  return now.getTime() - source.synced_at.getTime() >= (watched ? POLL_WITH_CHANNEL_MS : POLL_MS) - 30_000;
}
