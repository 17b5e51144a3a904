import { Injectable } from '@nestjs/common';
import type { calendar_v3 } from 'googleapis/build/src/apis/calendar';
import { Clock } from '../../../common/clock/clock';
import { KeyRing } from '../../../common/crypto/key-ring';
import type { Work } from '../../../common/work/work';
import { EventList, EventPage, GoogleCalendar } from '../../../integrations/google/google-calendar';
import { GoogleFailure } from '../../../integrations/google/google-failure';
import { TimeFreed } from '../../bookings/changes/booking.events';
import { BusyBlocks, BusyTime, KEPT_DAYS } from '../../scheduling/busy-blocks/busy-blocks.service';
import { DAY_MS, MINUTE_MS } from '../../scheduling/rules/calendar';
import { OpenSource, Turn, TurnLost } from '../sync/turn';
import { blockKey, takenTime } from './busy-blocks';
import { OwnEvents } from './own-events';
import { SourceRepository } from './source.repository';

type Listed = calendar_v3.Schema$Event & { id: string };

/** The window moves on, so everything is read anew now and then. */
const ANEW_AFTER_MS = 7 * DAY_MS;
/** Where not all times could be kept: there may be fewer by now. */
const ANEW_WHERE_CUT_MS = 60 * MINUTE_MS;
/** Of 2,500 events each: Google that begins again and again is not followed for ever. */
const MOST_PAGES = 40;

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
   * @returns gone: it was deleted at Google, and blocks nothing any more
   * @throws GoogleFailure; TurnLost also when other calendars were chosen meanwhile
   */
  async read(turn: Turn, source: OpenSource): Promise<'read' | 'gone'> {
    try {
      const anewAfterMs = (await this.busy.knownUntilOf(source.id)) ? ANEW_WHERE_CUT_MS : ANEW_AFTER_MS;
      const isRecent = source.full_synced_at !== null && this.clock.now().getTime() - source.full_synced_at.getTime() < anewAfterMs;
      const isRead = isRecent && source.syncToken !== null && (await this.readChanges(turn, source, source.syncToken));
      if (!isRead) await this.readAll(turn, source);
      return 'read';
    } catch (error) {
      if (!(error instanceof GoogleFailure) || error.kind !== 'not_found') throw error;
      await turn.begin(async (work) => {
        await this.sources.markGone({ id: source.id, therapist_id: turn.therapist_id }, work.now(), work.tx);
        if ((await this.busy.removeOrigin(work.tx, source.id)) > 0) await work.publish(new TimeFreed(turn.therapist_id));
      });
      return 'gone';
    }
  }

  /** @returns false when Google cannot tell what changed */
  private async readChanges(turn: Turn, source: OpenSource, syncToken: string): Promise<boolean> {
    try {
      for await (const page of this.pages(turn, source, { syncToken })) {
        // Days without a time begin at another time now.
        if (page.timezone !== null && page.timezone !== source.timezone) return false;
        await this.inTurn(turn, source, (work) => this.applyChanges(work, turn, source, page));
      }
      return true;
    } catch (error) {
      if (error instanceof GoogleFailure && error.kind === 'token_lost') return false;
      throw error;
    }
  }

  private async applyChanges(work: Work, turn: Turn, source: OpenSource, page: EventPage): Promise<void> {
    const { own, others } = await this.sort(work, turn, page);
    const moved = own.length > 0 ? await this.ownEvents.seen(turn, work, source, own, null) : [];
    const removed = await this.busy.remove(work.tx, source.id, [...own, ...others].map(({ id }) => blockKey(this.keys, id)));
    await this.busy.put(work.tx, turn.therapist_id, 'google', source.id, [...given(this.blocksOf(source, others, source.timezone)), ...moved]);
    if (removed > 0) await work.publish(new TimeFreed(turn.therapist_id));
    if (page.nextPage === null) await this.finish(work, turn, source, page, null);
  }

  /** Blocks are added with every page; what is not there any more goes with the last one. */
  private async readAll(turn: Turn, source: OpenSource): Promise<void> {
    const since = this.clock.now();
    const [from, to] = [-KEPT_DAYS.back, KEPT_DAYS.ahead].map((days) => new Date(since.getTime() + days * DAY_MS)) as [Date, Date];
    const all = new Map<string, BusyTime | undefined>();
    const ownSeen: Listed[] = [];
    for await (const page of this.pages(turn, source, { from, to })) {
      await this.inTurn(turn, source, async (work) => {
        const { own, others } = await this.sort(work, turn, page);
        const blocks = this.blocksOf(source, others, page.timezone ?? source.timezone);
        for (const [key, block] of blocks) all.set(key, block);
        ownSeen.push(...own);
        if (page.nextPage !== null) return this.busy.put(work.tx, turn.therapist_id, 'google', source.id, given(blocks));
        const moved = await this.ownEvents.seen(turn, work, source, ownSeen, { from, to });
        const { freed } = await this.busy.replaceAll(work.tx, turn.therapist_id, 'google', source.id, [...given(all), ...moved]);
        // Those of earlier pages were moved with them.
        if (freed || source.full_synced_at !== null) await work.publish(new TimeFreed(turn.therapist_id));
        await this.finish(work, turn, source, page, since);
      });
    }
  }

  private async *pages({ access }: Turn, { calendar }: OpenSource, list: { syncToken: string } | { from: Date; to: Date }): AsyncGenerator<EventPage> {
    let next: EventList = { ...list, page: null };
    for (let count = 0; count < MOST_PAGES; count += 1) {
      const page = await this.google.listEvents(access, calendar, next);
      yield page;
      if (page.nextPage === null) return;
      next = { ...list, page: page.nextPage };
    }
    throw new GoogleFailure('refused');
  }

  private inTurn(turn: Turn, source: OpenSource, run: (work: Work) => Promise<void>): Promise<void> {
    return turn.begin(async (work) => {
      if (!(await this.sources.lockSource(turn.therapist_id, source, work.tx))) throw new TurnLost();
      await run(work);
    });
  }

  private async finish(work: Work, { therapist_id }: Turn, source: OpenSource, page: EventPage, fullSince: Date | null): Promise<void> {
    const until = { syncToken: page.syncToken, timezone: page.timezone ?? source.timezone, now: work.now(), fullSince, changedAt: source.changed_at };
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

function given(blocks: ReadonlyMap<string, BusyTime | undefined>): BusyTime[] {
  return [...blocks.values()].flatMap((block) => block ?? []);
}
