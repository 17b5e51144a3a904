import { Injectable } from '@nestjs/common';
import ical, { ICalEvent, ICalEventBusyStatus, ICalEventClass, ICalEventData, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { createHash } from 'node:crypto';
import { Actor, assertFreshProof, CurrentUserData } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { KeyRing } from '../../../common/crypto/key-ring';
import { newToken } from '../../../common/crypto/tokens';
import { DomainError } from '../../../common/errors/domain-error';
import { connectionOf, Limit, Limits } from '../../../common/limits/limits';
import { Places } from '../../../common/limits/places';
import { mapInTurns } from '../../../common/process/in-turns';
import { Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { mailHost } from '../../../integrations/mail/mail-origin';
import { AccessNotices } from '../access-notices.service';
import { CalendarFeedDto } from './feeds.dto';
import { titleOf } from '../appointment-title';
import * as messages from './messages';
import { FeedEvent, PrivateFeed, PrivateFeedRepository } from './private-feed.repository';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAYS_BACK = 30;
/** Nobody has so many; whoever had would get the earliest of them. */
const MAX_EVENTS = 2_000;
const READ_AGAIN_SECONDS = 15 * 60;
const CALENDAR_END = 'END:VCALENDAR';
const TOKEN = /^[\w-]{43}$/;
/** Calendars on the web read those of all of their people from a few connections. */
const READS_FROM_HERE: Limit = { scope: 'calendar-feed-connection', max: 1_200, windowMs: HOUR_MS };
/** Each is told by a mail, and is over with the next. */
const MADE: Limit = { scope: 'calendar-feed-made', max: 10, windowMs: HOUR_MS };
const READS_OF_FEED: Limit = { scope: 'calendar-feed', max: 240, windowMs: HOUR_MS };

/** Of all feeds; one of each connection, and each feed once: the rest waits here, and holds no place that others read in. */
const LINE = { atWork: 2, waiting: 300, ofOne: 100, longestMs: 30_000, full: messages.feedReadTooOften };
/** Whose feed was just made gets the same one. */
const MOST_KEPT = 20;

type Therapist = Actor & { id: string };

/** What a calendar is sent; without a content when it has this version. */
export interface FeedAnswer {
  etag: string;
  content: string | undefined;
}

/**
 * A therapist's appointments under a secret address, for calendars that can only be given an address: times and initials. Whoever has the
 * address reads them until the therapist makes another one.
 */
@Injectable()
export class PrivateFeedService {
  private readonly line = new Places(LINE);
  private readonly kept = new Map<string, { etag: string; content: string }>();

  constructor(
    private readonly works: Works,
    private readonly repository: PrivateFeedRepository,
    private readonly notices: AccessNotices,
    private readonly limits: Limits,
    private readonly keys: KeyRing,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** Whether there is an address, and who reads it; the address itself is shown once, when it is made. */
  async show(therapistId: string): Promise<CalendarFeedDto> {
    return { ...this.toDto(await this.repository.findFeed(therapistId)), address: null };
  }

  /**
   * A new address; the one before is over at once. The therapist is told by mail, without it.
   * @throws DomainError forbidden when they signed in more than 15 minutes ago: whoever sits at an open browser makes none; too_many past ten in an hour
   */
  async make(actor: Therapist, user: CurrentUserData): Promise<CalendarFeedDto> {
    assertFreshProof(user, this.clock.now());
    return this.works.begin(actor, async (work) => {
      const wait = await this.limits.reserveIn(work.tx, [[MADE, actor.id]]);
      if (wait > 0) throw new DomainError('too_many', messages.feedMadeTooOften, { retryAfterSeconds: wait });
      const feed = { therapist_id: actor.id, token: newToken(), created_at: work.now() };
      await this.repository.putFeed(feed, work.tx);
      await this.notices.ask(work, actor.id, 'feed_made');
      await work.record({ action: 'make_calendar_feed', subjectType: 'therapist', subjectId: actor.id });
      return this.toDto({ ...feed, last_read_at: null });
    });
  }

  revoke(actor: Therapist): Promise<CalendarFeedDto> {
    return this.works.begin(actor, async (work) => {
      if (await this.repository.deleteFeed(actor.id, work.tx)) await work.record({ action: 'revoke_calendar_feed', subjectType: 'therapist', subjectId: actor.id });
      return this.toDto(undefined);
    });
  }

  /**
   * Counted in this process alone, so that strangers give the database one look-up by an index for each of theirs and nothing beside it.
   * @throws DomainError not_found, for one that never was and one that is over alike; too_many
   */
  async find(token: string, address: string | null): Promise<PrivateFeed> {
    this.count(READS_FROM_HERE, connectionOf(address));
    const feed = TOKEN.test(token) ? await this.repository.findByToken(token) : undefined;
    if (!feed) throw new DomainError('not_found', messages.noSuchFeed);
    this.count(READS_OF_FEED, feed.therapist_id);
    return feed;
  }

  /**
   * The feed as it is now, in its turn. @param known the version that the calendar has, if any
   * @param gone aborted when nobody waits for it any more
   * @throws DomainError too_many; invalid for who is gone
   */
  read(feed: PrivateFeed, address: string | null, known: string | undefined, gone: AbortSignal): Promise<FeedAnswer> {
    const { therapist_id } = feed;
    return this.line.take({ id: connectionOf(address), address }, gone, async () => {
      // It may have been over while this waited.
      if (!(await this.repository.findByToken(feed.token))) throw new DomainError('not_found', messages.noSuchFeed);
      const now = this.clock.now();
      if (now.getTime() - (feed.last_read_at?.getTime() ?? 0) >= MINUTE_MS) await this.repository.noteRead(feed, now);
      const events = await this.repository.listEvents(therapist_id, new Date(now.getTime() - DAYS_BACK * 24 * HOUR_MS), MAX_EVENTS);
      const etag = `"${createHash('sha256').update(JSON.stringify(events)).digest('base64url')}"`;
      return { etag, content: known?.includes(etag) ? undefined : await this.contentOf(therapist_id, etag, events) };
    }, [`feed ${therapist_id}`]);
  }

  private async contentOf(therapistId: string, etag: string, events: readonly FeedEvent[]): Promise<string> {
    const kept = this.kept.get(therapistId);
    const content = kept?.etag === etag ? kept.content : await this.calendarOf(events);
    this.kept.delete(therapistId);
    this.kept.set(therapistId, { etag, content });
    const [oldest] = this.kept.keys();
    if (oldest !== undefined && this.kept.size > MOST_KEPT) this.kept.delete(oldest);
    return content;
  }

  private count(limit: Limit, key: string): void {
    if (!this.limits.takeHere(limit, key)) throw new DomainError('too_many', messages.feedReadTooOften, { retryAfterSeconds: this.limits.secondsHere(limit, key) });
  }

  /** Event by event, so that a long calendar keeps nobody waiting. */
  private async calendarOf(events: readonly FeedEvent[]): Promise<string> {
    const calendar = ical({ prodId: { company: 'Attune', product: 'Appointments', language: 'EN' }, name: 'Appointments', ttl: READ_AGAIN_SECONDS });
    const empty = calendar.toString().trimEnd();
    const lines = await mapInTurns(events, (event) => new ICalEvent(this.eventOf(event), calendar).toString());
    return `${empty.slice(0, -CALENDAR_END.length)}${lines.join('')}${CALENDAR_END}\r\n`;
  }

  private eventOf({ id, starts_at, ends_at, sequence, client_name, created_at }: FeedEvent): ICalEventData {
    return {
      // Not the UID of the mails' invitations: calendars that have accepted those would take this for a second copy and drop one of the two.
      id: `${this.keys.digest('calendar feed event', id).toString('hex').slice(0, 40)}@${mailHost(this.config.publicUrl)}`,
      sequence,
      stamp: created_at,
      start: starts_at,
      end: ends_at,
      summary: titleOf(client_name, 'initials'),
      class: ICalEventClass.PRIVATE,
      status: ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.OPAQUE,
      busystatus: ICalEventBusyStatus.BUSY,
    };
  }

  private toDto(feed: PrivateFeed | undefined): CalendarFeedDto {
    return {
      address: feed ? `${this.config.publicUrl}/api/calendar-feeds/${feed.token}.ics` : null,
      created_at: feed?.created_at.toISOString() ?? null,
      last_read_at: feed?.last_read_at?.toISOString() ?? null,
    };
  }
}
