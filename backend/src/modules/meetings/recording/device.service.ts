import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { Limit, Limits } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { StorageSpace } from '../../../integrations/storage/storage-space';
import * as messages from '../messages';
import { known, SessionLifecycle } from '../sessions/session-lifecycle';
import { MeetingSessionDto, SessionSettingsDto } from '../sessions/session.dto';
import { RATES } from '../sessions/session.entity';
import { toSessionDto } from '../sessions/session.mapper';
import { beginsTooLate, SessionRepository, SessionRow } from '../sessions/session.repository';
import { isLive } from '../sessions/session-states';
import { deviceKeyOf } from './chunk-cipher';
import { ChunkQueryDto, DeviceKeyDto, DeviceSessionDto, StoredChunksDto } from './device.dto';
import { RecordingSink } from './recording-sink';
import { RecordingRepository } from './recording.repository';

const LONGEST_CHUNK_SECONDS = 5;
const MOST_CHUNKS = 50_000;
/** Four times as many as chunks of 2 seconds make: what piled up without a connection is sent at once. */
const CHUNKS: Limit = { scope: 'meeting-chunks', max: 7_200, windowMs: 3_600_000 };
/** Windows that open and close, and ends of pauses: each is a row of its own, and nobody needs that many. */
const PARTS: Limit = { scope: 'meeting-leases', max: 120, windowMs: 3_600_000 };

type Therapist = Actor & { id: string };

/** Sessions that the therapist's own device records: the route that always works. Sound that waits on the device is sent when it can be. */
@Injectable()
export class DeviceService {
  constructor(
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly sessions: SessionRepository,
    private readonly recordings: RecordingRepository,
    private readonly lifecycle: SessionLifecycle,
    private readonly sink: RecordingSink,
    private readonly space: StorageSpace,
  ) {}

  /** @throws DomainError not_found; forbidden without both consents; conflict for a used one; too_many; no_room where not even its first sound would find any */
  async begin(actor: Therapist, body: SessionSettingsDto): Promise<DeviceSessionDto> {
    await this.space.assertRoom(actor.id, LONGEST_CHUNK_SECONDS * RATES[body.audio_quality] * 2);
    const plan = {
      consent_id: body.consent_id,
      route: 'device' as const,
      platform: null,
      quality: body.audio_quality,
      planned_minutes: body.session_duration_minutes,
      real_time_notes: body.enable_real_time_notes,
      post_analysis: body.enable_post_meeting_analysis,
    };
    const id = await this.works.begin(actor, (work) => this.lifecycle.begin(work, actor, plan));
    return this.show(actor.id, id);
  }

  /** The window that asks records from here on, as a new part; any other one is refused. @throws DomainError not_found, conflict, too_many */
  async takeOver(actor: Therapist, id: string): Promise<DeviceSessionDto> {
    await this.works.begin(actor, async (work) => {
      const session = await this.lockLive(work, actor.id, id);
      await this.countPart(work, actor);
      await this.recordings.addPart(id, session.paused_at ? 'resume' : 'restart', work.now(), work.tx);
      // Whether it records again is known with its first chunk.
      await this.sessions.update(id, { fence: session.fence + 1, heartbeat_at: session.read_at, hears: false, paused_at: null }, work.tx);
    });
    return this.show(actor.id, id);
  }

  /** @throws DomainError not_found; conflict when it is over or recorded elsewhere */
  async pause(actor: Therapist, id: string, fence: number): Promise<DeviceSessionDto> {
    await this.works.begin(actor, async (work) => {
      const session = await this.lockLive(work, actor.id, id, fence);
      await this.sessions.update(id, { paused_at: session.paused_at ?? work.now(), heartbeat_at: session.read_at, hears: false }, work.tx);
    });
    return this.show(actor.id, id);
  }

  /** Goes on, as a new part. @throws DomainError not_found; conflict when it is over, recorded elsewhere, or not paused */
  async resume(actor: Therapist, id: string, fence: number): Promise<DeviceSessionDto> {
    await this.works.begin(actor, async (work) => {
      const session = await this.lockLive(work, actor.id, id, fence);
      if (!session.paused_at) throw new DomainError('conflict', messages.notPaused);
      await this.countPart(work, actor);
      await this.recordings.addPart(id, 'resume', work.now(), work.tx);
      await this.sessions.update(id, { paused_at: null, heartbeat_at: session.read_at }, work.tx);
    });
    return this.show(actor.id, id);
  }

  /** Keeps a chunk; one that is stored already stays as it is. @throws DomainError not_found, conflict, rule, invalid, too_large, too_many, unavailable */
  async keep(actor: Therapist, id: string, part: number, seq: number, { fence, start_frame, captured_at }: ChunkQueryDto, pcm: Buffer): Promise<MeetingSessionDto> {
    const wait = this.limits.secondsHere(CHUNKS, actor.id);
    if (wait > 0) throw new DomainError('too_many', messages.sentTooOften, { retryAfterSeconds: wait });
    this.limits.takeHere(CHUNKS, actor.id);
    const session = fromDevice(known(await this.sessions.findOwned(actor.id, id)));
    if (seq > MOST_CHUNKS) throw new DomainError('not_found', messages.noSuchPart);
    const rate = RATES[session.quality];
    if (pcm.length === 0 || pcm.length % 2 !== 0) throw new DomainError('invalid', messages.chunkShape);
    if (pcm.length > LONGEST_CHUNK_SECONDS * rate * 2) throw new DomainError('too_large', messages.chunkTooLarge);
    const chunk = { sessionId: id, part, seq, startFrame: start_frame, rate, fence, capturedAt: new Date(captured_at), pcm };
    return toSessionDto(await this.sink.write(actor, session, chunk));
  }

  /** What a page that comes back need not send again. @throws DomainError not_found */
  async listStored(therapistId: string, id: string): Promise<StoredChunksDto> {
    fromDevice(known(await this.sessions.findOwned(therapistId, id)));
    return { part: await this.recordings.newestPart(id), stored: await this.recordings.listRanges(id) };
  }

  /** @throws DomainError not_found; conflict once it is over: nothing that waits is taken any more */
  async showKey(therapistId: string, id: string): Promise<DeviceKeyDto> {
    const session = fromDevice(known(await this.sessions.findOwned(therapistId, id)));
    const key = isLive(session.phase) ? await this.recordings.findKey(id) : undefined;
    if (!key) throw new DomainError('conflict', messages.notLive);
    return { device_key: deviceKeyOf(key).toString('base64') };
  }

  private async countPart(work: Work, { id }: Therapist): Promise<void> {
    const wait = await this.limits.reserveIn(work.tx, [[PARTS, id]]);
    if (wait > 0) throw new DomainError('too_many', messages.continuedTooOften, { retryAfterSeconds: wait });
  }

  private async lockLive(work: Work, therapistId: string, id: string, fence?: number): Promise<SessionRow> {
    const session = fromDevice(known(await this.sessions.lockOwned(therapistId, id, work.tx)));
    if (session.end_reason === 'consent_withdrawn') throw new DomainError('conflict', messages.withdrawnWhileRecording);
    if (!isLive(session.phase) || beginsTooLate(session)) throw new DomainError('conflict', messages.notLive);
    if (fence !== undefined && session.fence !== fence) throw new DomainError('conflict', messages.recordedElsewhere);
    return session;
  }

  private async show(therapistId: string, id: string): Promise<DeviceSessionDto> {
    const session = known(await this.sessions.findOwned(therapistId, id));
    return { ...toSessionDto(session), fence: session.fence, part: await this.recordings.newestPart(id) };
  }
}

function fromDevice(session: SessionRow): SessionRow {
  if (session.route !== 'device') throw new DomainError('conflict', messages.notFromDevice);
  return session;
}
