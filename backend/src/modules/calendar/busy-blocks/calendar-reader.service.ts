import { Injectable } from '@nestjs/common';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar';
import { Clock } from '../../../common/clock/clock';
import { KeyRing } from '../../../common/crypto/key-ring';
import type { Work } from '../../../common/work/work';
import { EventPage, GoogleCalendar } from '../../../integrations/google/google-calendar';
import { GoogleFailure, GoogleFailureKind } from '../../../integrations/google/google-failure';
import { TimeFreed } from '../../bookings/changes/booking.events';
import { BusyBlocks, BusyTime, KEPT_DAYS, NearestTimes } from '../../scheduling/busy-blocks/busy-blocks.service';
import { DAY_MS, MINUTE_MS } from '../../scheduling/rules/calendar';
import { OpenSource, Turn, TurnLost } from '../sync/turn';
import { blockKey, takenTime } from './busy-blocks';
import { OwnEvents, Span } from './own-events';
import { Reading, SourceRepository } from './source.repository';

type Listed = calendar_v3.Schema$Event & { id: string };

/** The window moves on, so everything is read anew now and then. */
const ANEW_AFTER_MS = 7 * DAY_MS;
/** Where not all times could be kept: there may be fewer by now. */
const ANEW_WHERE_CUT_MS = 60 * MINUTE_MS;
/** Of 2,500 events each: Google that begins again and again is not followed for ever. */
const MOST_PAGES = 40;
/** Where an account's times are too many to be kept, so much of what comes after them is looked at, for there may be fewer by now. */
const LOOKS_AHEAD = 2;
const LOOKS_AHEAD_AT_LEAST_MS = 14 * DAY_MS;

/** Reads what changed in a therapist's calendars at Google; what takes their time there blocks it here. */
@Injectable()
export class CalendarReader {
  constructor(
    private readonly google: GoogleCalendar,
    private readonly sources: SourceRepository,
    private readonly busy: BusyBlocks,
    private readonly ownEvents: OwnEvents,
    private readonly keys: KeyRing,
    private readonly clock: Clock,
  ) {}

  /**
   * Brings what is known of one calendar into step. What is cut off halfway leaves no time free that was taken.
   * @returns gone: it was deleted at Google, and blocks nothing any more; unfinished: there are more pages than this turn may read, and the next one
   * goes on there
   * @throws GoogleFailure; TurnLost also when other calendars were chosen meanwhile
   */
  async read(turn: Turn, source: OpenSource): Promise<'read' | 'gone' | 'unfinished'> {
    try {
      const came = await this.readOn(turn, source);
      if (came !== 'lost') return came;
      return (await this.follow(turn, source, await this.everything(turn, source))) === 'unfinished' ? 'unfinished' : 'read';
    } catch (error) {
      if (!(error instanceof GoogleFailure) || error.kind !== 'not_found') throw error;
      await turn.begin(async (work) => {
        await this.sources.markGone({ id: source.id, therapist_id: turn.therapist_id }, work.now(), work.tx);
        if ((await this.busy.removeOrigin(work.tx, source.id)) > 0) await work.publish(new TimeFreed(turn.therapist_id));
      });
      return 'gone';
    }
  }

  /** @returns lost: there is nothing to go on from, so that everything is to be read */
  private async readOn(turn: Turn, source: OpenSource): Promise<'read' | 'unfinished' | 'lost'> {
    const begun = source.isBegun ? await this.sources.findReading(turn.therapist_id, source, this.clock.now()) : undefined;
    if (begun) {
      const came = await this.resume(turn, source, begun);
      if (came !== 'lost') return came;
    }
    const anewAfterMs = (await this.busy.knownUntilOf(source.id)) ? ANEW_WHERE_CUT_MS : ANEW_AFTER_MS;
    const isRecent = source.full_synced_at !== null && this.clock.now().getTime() - source.full_synced_at.getTime() < anewAfterMs;
    const { syncToken } = source;
    if (!isRecent || syncToken === null) return 'lost';
    return this.unlessLost(turn, source, this.changesSince(syncToken), ['token_lost']);
  }

  /** Whoever is refused the next page of everything again and again would begin anew without end: that counts as a failure, and the next try begins anew. */
  private async resume(turn: Turn, source: OpenSource, begun: Reading): Promise<'read' | 'unfinished' | 'lost'> {
    if ('syncToken' in begun.list) return this.unlessLost(turn, source, begun, ['token_lost', 'refused']);
    try {
      return await this.follow(turn, source, begun);
    } catch (error) {
      if (isLost(error, ['token_lost', 'refused'])) await this.forget(turn, source);
      throw error;
    }
  }

  /** @param lost how Google says that it cannot tell what changed, or does not know the next page any more */
  private async unlessLost(turn: Turn, source: OpenSource, reading: Reading, lost: readonly GoogleFailureKind[]): Promise<'read' | 'unfinished' | 'lost'> {
    try {
      return await this.follow(turn, source, reading);
    } catch (error) {
      if (isLost(error, lost) && reading.pages < MOST_PAGES) return 'lost';
      throw error;
    }
  }

  private changesSince(syncToken: string): Reading {
    return { list: { syncToken }, began: this.clock.now(), page: null, pages: 0, isResumed: false, times: new NearestTimes([], undefined), awaited: new Map() };
  }

  /** What comes long after the time from which on all is taken anyway is not asked for, but where appointments may stand. */
  private async everything(turn: Turn, source: OpenSource): Promise<Reading> {
    const began = this.clock.now();
    const inMs = (ms: number): Date => new Date(began.getTime() + ms);
    const cut = source.takes_appointments ? undefined : await this.busy.knownUntil(turn.therapist_id, 'google');
    const aheadMs = cut ? Math.max(LOOKS_AHEAD * (cut.getTime() - began.getTime()), LOOKS_AHEAD_AT_LEAST_MS) : Infinity;
    const isAll = aheadMs >= KEPT_DAYS.ahead * DAY_MS;
    const to = inMs(isAll ? KEPT_DAYS.ahead * DAY_MS : aheadMs);
    const list = { from: inMs(-KEPT_DAYS.back * DAY_MS), to };
    return { list, began, page: null, pages: 0, isResumed: false, times: new NearestTimes([], isAll ? undefined : to), awaited: new Map() };
  }

  /** Page after page, as many as the turn has left. */
  private async follow(turn: Turn, source: OpenSource, reading: Reading): Promise<'read' | 'unfinished' | 'lost'> {
    for (;;) {
      if (turn.requests.left <= 0) {
        const { page } = reading;
        if (page !== null) await this.inTurn(turn, source, (work) => this.sources.saveReading(turn.therapist_id, source, { ...reading, page }, work.tx));
        return 'unfinished';
      }
      turn.requests.left -= 1;
      const page = await this.google.listEvents(turn.access, source.calendar, { ...reading.list, page: reading.page });
      const { list } = reading;
      // Days without a time begin at another time now.
      if ('syncToken' in list && page.timezone !== null && page.timezone !== source.timezone) return 'lost';
      await this.inTurn(turn, source, (work) => ('syncToken' in list ? this.applyChanges(work, turn, source, reading, page) : this.addAll(work, turn, source, { ...reading, list }, page)));
      if (page.nextPage === null) return 'read';
      reading.page = page.nextPage;
      reading.pages += 1;
      if (reading.pages >= MOST_PAGES) throw await this.tooLong(turn, source);
    }
  }

  private async tooLong(turn: Turn, source: OpenSource): Promise<GoogleFailure> {
    await this.forget(turn, source);
    return new GoogleFailure('refused');
  }

  /** The next reading begins anew. */
  private forget(turn: Turn, source: OpenSource): Promise<void> {
    return this.inTurn(turn, source, (work) => this.sources.deleteReading(turn.therapist_id, work.tx));
  }

  private async applyChanges(work: Work, turn: Turn, source: OpenSource, reading: Reading, page: EventPage): Promise<void> {
    const { own, others } = await this.sort(work, turn, page);
    const moved = own.length > 0 ? await this.ownEvents.seen(turn, work, source, own) : [];
    const removed = await this.busy.remove(work.tx, source.id, [...own, ...others].map(({ id }) => blockKey(this.keys, id)));
    await this.busy.put(work.tx, turn.therapist_id, 'google', source.id, [...given(this.blocksOf(source, others, source.timezone)), ...moved]);
    if (removed > 0) await work.publish(new TimeFreed(turn.therapist_id));
    if (page.nextPage === null) await this.finish(work, turn, source, reading, page);
  }

  /** Blocks are added with every page; what is not there any more goes with the last one. */
  private async addAll(work: Work, turn: Turn, source: OpenSource, reading: Reading & { list: Span }, page: EventPage): Promise<void> {
    const { times, awaited, list: span } = reading;
    if (reading.page === null) for (const [id, mark] of await this.ownEvents.listStanding(turn, work, source, span)) awaited.set(id, mark);
    const { own, others } = await this.sort(work, turn, page);
    const moved = own.length > 0 ? await this.ownEvents.seen(turn, work, source, own) : [];
    for (const { id } of own) awaited.delete(id);
    const blocks = this.blocksOf(source, others, page.timezone ?? source.timezone);
    for (const block of moved) blocks.set(block.event_key, block);
    times.add(blocks);
    if (page.nextPage !== null) return this.busy.put(work.tx, turn.therapist_id, 'google', source.id, given(blocks));
    await this.ownEvents.unseen(turn, work, source, span, awaited);
    const { freed } = await this.busy.replaceAll(work.tx, turn.therapist_id, 'google', source.id, times.list(), times.until);
    // Those of earlier pages were moved with them.
    if (freed || source.full_synced_at !== null) await work.publish(new TimeFreed(turn.therapist_id));
    await this.finish(work, turn, source, reading, page);
  }

  private inTurn(turn: Turn, source: OpenSource, run: (work: Work) => Promise<void>): Promise<void> {
    return turn.begin(async (work) => {
      if (!(await this.sources.lockSource(turn.therapist_id, source, work.tx))) throw new TurnLost();
      await run(work);
    });
  }

  private async finish(work: Work, { therapist_id }: Turn, source: OpenSource, { list, began, isResumed }: Reading, page: EventPage): Promise<void> {
    const fullSince = 'syncToken' in list ? null : began;
    const until = { syncToken: page.syncToken, timezone: page.timezone ?? source.timezone, now: work.now(), fullSince, changedAt: source.changed_at, asksAgain: isResumed };
    await this.sources.markRead({ id: source.id, therapist_id }, until, work.tx);
  }

  /**
   * Appointments of this therapist, and all else: a copy of one, or another therapist's in a calendar that is shared, is time taken like any other.
   * One that its therapist repeats there is told of as the event of its own time.
   */
  private async sort(work: Work, { therapist_id }: Turn, { events }: EventPage): Promise<{ own: Listed[]; others: Listed[] }> {
    const ids = new Set(events.flatMap(({ id, recurringEventId }) => [id, recurringEventId].filter((one) => typeof one === 'string')));
    const appointments = new Map((await this.sources.listAppointments([...ids], work.tx)).filter((row) => row.therapist_id === therapist_id).map((row) => [row.event_id, row]));
    const [alone, repeated, others]: [Listed[], Listed[], Listed[]] = [[], [], []];
    for (const { id, ...event } of events) {
      if (!id) continue;
      const series = appointments.get(event.recurringEventId ?? '');
      if (appointments.has(id)) alone.push({ ...event, id });
      else if (series?.starts_at && series.starts_at.getTime() === Date.parse(event.originalStartTime?.dateTime ?? '')) repeated.push({ ...event, id: series.event_id });
      else others.push({ ...event, id });
    }
    return { own: [...alone, ...repeated], others };
  }

  /** By key; undefined: this event takes no time. */
  private blocksOf({ blocks }: OpenSource, events: readonly Listed[], zone: string): Map<string, BusyTime | undefined> {
    return new Map(
      events.map((event) => {
        const event_key = blockKey(this.keys, event.id);
        const time = blocks ? takenTime(event, zone) : undefined;
        return [event_key, time && { event_key, ...time }];
      }),
    );
  }
}

function isLost(error: unknown, lost: readonly GoogleFailureKind[]): boolean {
  return error instanceof GoogleFailure && lost.includes(error.kind);
}

function given(blocks: ReadonlyMap<string, BusyTime | undefined>): BusyTime[] {
  return [...blocks.values()].flatMap((block) => block ?? []);
}
