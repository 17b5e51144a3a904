import { Injectable } from '@nestjs/common';
import { Actor, SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { equalInConstantTime, newToken } from '../../../common/crypto/tokens';
import { isId, newId, Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { connectionOf, Limit, Limits } from '../../../common/limits/limits';
import { Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { isLoopbackName } from '../../../config/loopback';
import type { GoogleAccess } from '../../../integrations/google/calendar-consent';
import { Channel, GoogleCalendar } from '../../../integrations/google/google-calendar';
import { GoogleFailure, GoogleFailureKind } from '../../../integrations/google/google-failure';
import { DAY_MS, MINUTE_MS } from '../../scheduling/rules/calendar';
import { syncCalendar } from '../sync/sync.jobs';
import type { OpenSource, Turn } from '../sync/turn';
import { OpenChannel, SourceRepository, WatchedSource } from './source.repository';

const PUSH_PATH = '/api/calendar-pushes';
/** For Google, which does not read it. */
const NO_SUCH_CHANNEL = 'This is no channel of this installation.';
const LIFETIME_S = (7 * DAY_MS) / 1_000;
const RENEWED_BEFORE_MS = DAY_MS;
/** A channel that is over for so long was tried to be renewed for a day, and at three looks since. */
const LOST_AFTER_MS = 10 * MINUTE_MS;
/** Where Google does not tell of changes at all, it is asked whether it does by now so often. */
const ASKED_ANEW_MS = 60 * MINUTE_MS;
/** Where a channel that was open is not renewed, it is asked again so soon. */
const RENEWED_ANEW_MS = MINUTE_MS;
/** Trouble with telling is none with reading: then the calendar is looked at more often. */
const BEARABLE: ReadonlySet<GoogleFailureKind> = new Set(['refused', 'unreachable', 'not_found', 'gone', 'exists']);
/** What comes with no channel of ours, or the wrong secret. */
const STRANGE: Limit = { scope: 'calendar-strange-pushes', max: 60, windowMs: 10 * MINUTE_MS };

/** What Google says when something changed: where, and nothing else. */
export interface Push {
  channelId: string | undefined;
  secret: string | undefined;
  resource: string | undefined;
  /** `sync`: the channel begins. */
  state: string | undefined;
}

/** Google tells of changes where it can reach this installation. */
@Injectable()
export class Channels {
  /** Calendars of which Google does not tell, and when it is asked again. */
  private readonly refused = new Map<string, number>();

  constructor(
    private readonly google: GoogleCalendar,
    private readonly sources: SourceRepository,
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Keeps a channel open for each calendar that matters, and ends the others.
   * @returns lost: one that was open is over, and Google does not open another; unfinished: there are more to begin or to end than this turn may ask
   *   for, and the next one goes on
   * @throws GoogleFailure for what concerns the account as a whole
   */
  async renew(turn: Turn): Promise<'kept' | 'lost' | 'unfinished'> {
    let isLost = false;
    for (const source of turn.sources) {
      const came = await this.keep(turn, source);
      if (came === 'unfinished') return came;
      isLost ||= came === 'lost';
    }
    return isLost ? 'lost' : 'kept';
  }

  /** What Google tells of at a therapist's; known only while the calendars are. */
  list(therapistId: string, tx: Queryable): Promise<OpenChannel[]> {
    return this.sources.listChannels(therapistId, tx);
  }

  /** Google tells of these no more, as far as it listens. */
  async stopAll(access: GoogleAccess, channels: readonly OpenChannel[]): Promise<void> {
    await Promise.all(channels.map((channel) => this.stop(access, channel)));
  }

  /**
   * However often the same is told, the calendar is read once. What comes with a channel's secret is heard whatever else came from there: Google's
   * servers share addresses. @throws DomainError not_found for no channel of ours, or not with its secret; too_many where such come often
   */
  async heard(push: Push, { address }: Actor): Promise<void> {
    const connection = connectionOf(address);
    const channelId = isId(push.channelId) && push.secret ? push.channelId : undefined;
    const watched = channelId && (await this.findWatched(channelId, connection));
    if (!channelId || !watched || !this.isFrom(watched, push)) {
      const wait = this.limits.secondsHere(STRANGE, connection);
      if (wait > 0) throw new DomainError('too_many', NO_SUCH_CHANNEL, { retryAfterSeconds: wait });
      this.limits.takeHere(STRANGE, connection);
      throw new DomainError('not_found', NO_SUCH_CHANNEL);
    }
    if (push.state === 'sync') return;
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      const source = await this.sources.lockWatched(channelId, work.tx);
      if (!source) return;
      await this.sources.markChanged({ id: source.id, therapist_id: source.therapist_id }, work.now(), work.tx);
      if (source.changed_at === null) await work.enqueue(syncCalendar, { therapist_id: source.therapist_id });
    });
  }

  /** By its index. Where strange ones come from, one is looked for at a time: a flood of them takes no more than that of the database. */
  private findWatched(channelId: string, connection: string): Promise<WatchedSource | undefined> {
    const find = (): Promise<WatchedSource | undefined> => this.sources.findWatched(channelId);
    return this.limits.allowsHere(STRANGE, connection) ? find() : this.limits.inTurn([`${STRANGE.scope} ${connection}`], find);
  }

  private isFrom({ channel_secret_hash, channel_resource }: WatchedSource, { secret, resource }: Push): boolean {
    return channel_secret_hash !== null && equalInConstantTime(channel_secret_hash, this.sources.secretHash(secret ?? '')) && resource === channel_resource;
  }

  private async keep(turn: Turn, source: OpenSource): Promise<'kept' | 'lost' | 'unfinished'> {
    const address = source.blocks || source.takes_appointments ? this.address() : undefined;
    if (address === undefined) {
      if (source.channel_id === null) return 'kept';
      if (!mayAsk(turn)) return 'unfinished';
      await this.end(turn, source);
      return 'kept';
    }
    const now = this.clock.now().getTime();
    const endsAt = source.channel_ends_at?.getTime();
    if (endsAt !== undefined && endsAt - now > RENEWED_BEFORE_MS) return 'kept';
    if ((this.refused.get(source.id) ?? 0) <= now) {
      if (!mayAsk(turn)) return 'unfinished';
      if (await this.open(turn, source, address)) return 'kept';
      this.refused.set(source.id, now + (endsAt === undefined ? ASKED_ANEW_MS : RENEWED_ANEW_MS));
    }
    const isStill = endsAt === undefined || now - endsAt < LOST_AFTER_MS || source.synced_at === null || source.synced_at.getTime() < endsAt;
    return isStill ? 'kept' : 'lost';
  }

  /** The one before tells until the new one does. */
  private async open(turn: Turn, source: OpenSource, address: string): Promise<boolean> {
    const secret = newToken();
    let opened: Channel;
    try {
      opened = await this.google.watch(turn.access, source.calendar, { channelId: newId(), secret, address, ttlSeconds: LIFETIME_S });
    } catch (error) {
      if (error instanceof GoogleFailure && BEARABLE.has(error.kind)) return false;
      throw error;
    }
    const key = { id: source.id, therapist_id: turn.therapist_id };
    try {
      await turn.begin(async (work) => {
        await this.sources.setChannel(key, { id: opened.channelId, secret, resource: opened.resource, endsAt: opened.endsAt }, work.tx);
        // What changed since it was read, and before this, nobody tells of.
        if (source.channel_ends_at === null || source.channel_ends_at < work.now()) await this.sources.markChanged(key, work.now(), work.tx);
      });
    } catch (error) {
      await this.stop(turn.access, opened);
      throw error;
    }
    this.refused.delete(source.id);
    await this.stopOf(turn, source);
    return true;
  }

  private async end(turn: Turn, source: OpenSource): Promise<void> {
    await turn.begin((work) => this.sources.setChannel({ id: source.id, therapist_id: turn.therapist_id }, null, work.tx));
    await this.stopOf(turn, source);
  }

  private async stopOf({ access }: Turn, { channel_id: channelId, channel_resource: resource, channel_ends_at: endsAt }: OpenSource): Promise<void> {
    if (channelId !== null && resource !== null && endsAt !== null && endsAt > this.clock.now()) await this.stop(access, { channelId, resource });
  }

  /** One that cannot be stopped ends by itself, and is not known here meanwhile. */
  private async stop(access: GoogleAccess, channel: OpenChannel): Promise<void> {
    await this.google.stopWatching(access, channel).catch((error: unknown) => {
      if (!(error instanceof GoogleFailure)) throw error;
    });
  }

  /** Google reaches public addresses alone, the demo's Google this machine. */
  private address(): string | undefined {
    const { publicUrl, google } = this.config;
    const { protocol, hostname, port } = new URL(publicUrl);
    if (google.demo) return isLoopbackName(hostname) ? `http://127.0.0.1:${port || '80'}${PUSH_PATH}` : undefined;
    return protocol === 'https:' && !isLoopbackName(hostname) ? `${publicUrl}${PUSH_PATH}` : undefined;
  }
}

function mayAsk({ requests }: Turn): boolean {
  requests.left -= 1;
  return requests.left >= 0;
}
