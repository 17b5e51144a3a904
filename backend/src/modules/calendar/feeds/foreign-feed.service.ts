import { Injectable } from '@nestjs/common';
import { Actor, SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { KeyRing } from '../../../common/crypto/key-ring';
import { newId } from '../../../common/database/database';
import { DomainError, refusedField } from '../../../common/errors/domain-error';
import { Handles, job } from '../../../common/jobs/job';
import { Limit, Limits } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { TimeFreed } from '../../bookings/changes/booking.events';
import { BusyBlocks, KEPT_DAYS } from '../../scheduling/busy-blocks/busy-blocks.service';
import { DAY_MS, MINUTE_MS } from '../../scheduling/rules/calendar';
import { WorkingHoursService } from '../../scheduling/working-hours/working-hours.service';
import { addressProblem, FeedFailure, FetchedFeed, fetchFeed, parseAddress } from './feed-fetch';
import { FeedReader } from './feed-reader';
import type { FeedTrouble } from './feeds.entity';
import { ForeignFeedDto } from './feeds.dto';
import { FeedTurns, Waited } from './feed-turns';
import { ForeignCalendar, ForeignFeedRepository } from './foreign-feed.repository';
import * as messages from './messages';

/** The next round asks again where one is lost. */
const readForeignFeed = job<{ therapist_id: string }>('calendar-feeds', 'read-foreign-feed', { attempts: 3, dispensable: true, brief: true });
const lookForForeignFeeds = job<Record<string, never>>('maintenance', 'look-for-foreign-feeds', { attempts: 2, everyMs: MINUTE_MS });

const READ_EVERY_MS = 15 * MINUTE_MS;
const LONGEST_WAIT_MS = 4 * 60 * MINUTE_MS;
/** So many in a row, and its therapist is told. */
const FAILURES_IN_A_ROW = 3;
const PER_ROUND = 200;
const WHOLE_EVERY_MS = DAY_MS;
/** Where not all times could be kept: there may be room by now. */
const WHOLE_WHERE_CUT_MS = 60 * MINUTE_MS;
const ADDRESSES: Limit = { scope: 'foreign-feed-address', max: 20, windowMs: 60 * MINUTE_MS };

type Therapist = Actor & { id: string };

/** One calendar somewhere else whose events block a therapist's times. Its address is a secret, and stands in no job, log or error. */
@Injectable()
export class ForeignFeedService {
  private readonly turns = new FeedTurns();

  constructor(
    private readonly works: Works,
    private readonly repository: ForeignFeedRepository,
    private readonly busy: BusyBlocks,
    private readonly workingHours: WorkingHoursService,
    private readonly reader: FeedReader,
    private readonly limits: Limits,
    private readonly keys: KeyRing,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  async show(therapistId: string): Promise<ForeignFeedDto> {
    const feed = await this.repository.findFeed(therapistId);
    if (!feed) return { ...statusOf(feed), busy_blocks: 0, busy_known_until: null };
    const knownUntil = await this.busy.knownUntil(therapistId, 'ics');
    return { ...statusOf(feed), busy_blocks: await this.busy.count(therapistId, 'ics'), busy_known_until: knownUntil?.toISOString() ?? null };
  }

  /** In place of the one before, whose times are free at once. The same one again is read now. @throws DomainError invalid for an address that is never read; too_many */
  async put(actor: Therapist, text: string): Promise<ForeignFeedDto> {
    const address = this.checked(text);
    const wait = await this.limits.reserve([ADDRESSES, actor.id]);
    if (wait > 0) throw new DomainError('too_many', messages.askedTooOften, { retryAfterSeconds: wait });
    await this.works.begin(actor, async (work) => {
      const dueAt = new Date(work.now().getTime() + READ_EVERY_MS);
      // Where there is none yet, no row keeps two of them apart.
      await this.limits.serialize(ADDRESSES, actor.id, work.tx);
      const before = await this.repository.lockFeed(actor.id, work.tx);
      if (before?.address === address) await this.repository.putOff(before.id, dueAt, work.tx);
      else {
        if (before) await this.drop(work, before);
        await this.repository.insertFeed({ id: newId(), therapist_id: actor.id, address, due_at: dueAt, created_at: work.now() }, work.tx);
        await work.record({ action: 'set_foreign_calendar', subjectType: 'therapist', subjectId: actor.id });
      }
      await work.enqueueUnlessWaiting(readForeignFeed, 0, { therapist_id: actor.id });
    });
    return this.show(actor.id);
  }

  async remove(actor: Therapist): Promise<ForeignFeedDto> {
    await this.works.begin(actor, async (work) => {
      const feed = await this.repository.lockFeed(actor.id, work.tx);
      if (!feed) return;
      await this.drop(work, feed);
      await work.record({ action: 'remove_foreign_calendar', subjectType: 'therapist', subjectId: actor.id });
    });
    return this.show(actor.id);
  }

  @Handles(lookForForeignFeeds)
  async look(): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      const next = new Date(work.now().getTime() + READ_EVERY_MS);
      const due = await this.repository.takeDue(work.now(), next, PER_ROUND, work.tx);
      await work.enqueueUnlessWaiting(readForeignFeed, 0, ...due.map((therapist_id) => ({ therapist_id })));
    });
  }

  /** What fails is written to the calendar's row, for its therapist: the job itself has succeeded then. */
  @Handles(readForeignFeed)
  async read({ therapist_id }: { therapist_id: string }): Promise<void> {
    const waitMs = await this.turns.take(therapist_id, (waited) => this.readNow(therapist_id, waited));
    if (waitMs > 0) await this.works.begin(SYSTEM_ACTOR, (work) => work.enqueueUnlessWaiting(readForeignFeed, waitMs, { therapist_id }));
  }

  private async readNow(therapist_id: string, waited: Waited): Promise<void> {
    const feed = await this.repository.beginReading(therapist_id);
    if (!feed) return;
    try {
      await this.bringIn(feed, waited);
    } catch (error) {
      if (!(error instanceof FeedFailure)) throw error;
      const waitMs = Math.max(Math.min(READ_EVERY_MS * 2 ** feed.failures, LONGEST_WAIT_MS), error.retryAfterMs ?? 0);
      await this.repository.fail(feed, error.reason, new Date(this.clock.now().getTime() + waitMs));
    }
  }

  /** @throws FeedFailure */
  private async bringIn(feed: ForeignCalendar, waited: Waited): Promise<void> {
    if (feed.address === undefined) throw new FeedFailure('unreachable');
    const { zone } = await this.workingHours.find(feed.therapist_id);
    const began = this.clock.now();
    const wholeEveryMs = (await this.busy.knownUntilOf(feed.id)) ? WHOLE_WHERE_CUT_MS : WHOLE_EVERY_MS;
    const isFresh = feed.read_zone === zone && feed.whole_read_at !== null && began.getTime() - feed.whole_read_at.getTime() < wholeEveryMs;
    const fetched = await fetchFeed(feed.address, { validators: isFresh ? feed.validators : {}, testOrigin: this.config.calendarFeedTestOrigin });
    const times = fetched && (await this.timesOf(fetched, zone, began, waited));
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      if (!(await this.repository.succeed(feed, began, new Date(work.now().getTime() + READ_EVERY_MS), work.tx))) return;
      if (!fetched || !times) return;
      await this.repository.keepVersion(feed, { validators: fetched.validators, zone, at: began }, work.tx);
      const { freed } = await this.busy.replaceAll(work.tx, feed.therapist_id, 'ics', feed.id, times);
      if (freed) await work.publish(new TimeFreed(feed.therapist_id));
    });
  }

  private async timesOf({ content }: FetchedFeed, zone: string, now: Date, waited: Waited): Promise<{ event_key: string; starts_at: Date; ends_at: Date }[]> {
    const times = await this.reader.read({ content, from: now.getTime() - KEPT_DAYS.back * DAY_MS, to: now.getTime() + KEPT_DAYS.ahead * DAY_MS, zone, ownUids: `@${mailHost(this.config.publicUrl)}` }, waited);
    return times.map(({ event, starts, ends }) => ({ event_key: this.keys.digest('event of a foreign calendar', event).toString('base64url'), starts_at: new Date(starts), ends_at: new Date(ends) }));
  }

  private async drop(work: Work, { id, therapist_id }: ForeignCalendar): Promise<void> {
    await this.repository.deleteFeed(id, work.tx);
    if ((await this.busy.removeOrigin(work.tx, id)) > 0) await work.publish(new TimeFreed(therapist_id));
  }

  private checked(text: string): string {
    const url = parseAddress(text);
    if (!url) throw refusedField('address', messages.addressForm);
    // Our own appointments would block their own times, also after they were moved.
    if (this.config.ownOrigins.includes(url.origin)) throw refusedField('address', messages.ownAddress);
    const problem = addressProblem(url, this.config.calendarFeedTestOrigin);
    if (problem !== undefined) throw refusedField('address', problem);
    url.hash = '';
    return url.href;
  }
}

function statusOf(feed: ForeignCalendar | undefined): Omit<ForeignFeedDto, 'busy_blocks' | 'busy_known_until'> {
  if (!feed) return { address: null, state: null, reason: null, last_read_at: null };
  const state = stateOf(feed);
  return { address: feed.address ?? null, state, reason: state === 'failing' ? reasonOf(feed.reason) : null, last_read_at: feed.last_read_at?.toISOString() ?? null };
}

/** One that was never read is told of at once: somebody is looking. */
function stateOf({ failures, last_read_at }: ForeignCalendar): 'ok' | 'failing' | 'reading' {
  if (failures >= FAILURES_IN_A_ROW || (failures > 0 && last_read_at === null)) return 'failing';
  return last_read_at === null ? 'reading' : 'ok';
}

function reasonOf(reason: FeedTrouble | null): string {
  return messages.FEED_REASONS[reason ?? 'answer'];
}
