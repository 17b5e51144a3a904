import { Injectable, Logger } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { Upkeep } from '../../../common/jobs/job';
import { Work, Works } from '../../../common/work/work';
import { Transcriber } from '../../../integrations/ai/transcriber';
import { RecordingStorage } from '../../../integrations/storage/file-storage';
import { StorageSpace } from '../../../integrations/storage/storage-space';
import * as messages from '../messages';
import { SessionLifecycle, sessionDeed } from '../sessions/session-lifecycle';
import { beginsTooLate, SessionRepository, SessionRow } from '../sessions/session.repository';
import { isLive } from '../sessions/session-states';
import { followSession } from '../transcripts/transcript.jobs';
import { TranscriptRepository } from '../transcripts/transcript.repository';
import type { MeetingChunk } from './recording.entity';
import { PlacedChunk, RecordingRepository } from './recording.repository';
import { SealedSound } from './sealed-sound';

/** Sound as it comes: mono, 16 bit, little-endian. */
export interface SentChunk {
  sessionId: string;
  part: number;
  seq: number;
  startFrame: number;
  rate: number;
  /** Of the lease under which it was recorded. */
  fence: number;
  capturedAt: Date;
  pcm: Buffer;
  /** Of a file: it takes no more room than the file did. True where it is left out. */
  isForeseen?: boolean;
}

const BYTES_A_FRAME = 2;
const LOUDEST = 32_768;
const AT_ONCE = 200;
const OVERTIME_MS = 60 * 60_000;
const GRACE_MS = 24 * 3_600_000;
/** So much sound more, and what makes lines of it is told. */
const TOLD_EVERY_MS = 10_000;

/** Where recorded sound goes: encrypted and durable before anybody hears that it is stored. What is sent again changes nothing. */
@Injectable()
export class RecordingSink {
  private readonly logger = new Logger('recordings');
  private lookedAt: string | undefined;

  constructor(
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly storage: RecordingStorage,
    private readonly recordings: RecordingRepository,
    private readonly sessions: SessionRepository,
    private readonly lifecycle: SessionLifecycle,
    private readonly sound: SealedSound,
    private readonly space: StorageSpace,
    private readonly transcriber: Transcriber,
    private readonly transcripts: TranscriptRepository,
  ) {}

  /**
   * Comes back when the chunk outlives a crash.
   * @param session as it was found a moment ago
   * @throws DomainError conflict when the session is over, was withdrawn or is recorded under a newer lease, and for other sound under a number that is stored; not_found for an unknown part;
   *   unavailable while the storage is away; no_room, for the therapist or on the disk: whoever sent it keeps it and is heard of
   */
  async write(actor: Actor, session: SessionRow, chunk: SentChunk): Promise<SessionRow> {
    this.assertTaken(session, chunk);
    if (await this.isStored(chunk)) return session;
    try {
      return await this.store(actor, session, chunk);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'no_room') await this.sessions.hearOf(session.id);
      throw error;
    }
  }

  /** In the order of time. @param frame from the chunk on that holds it, counted over all stored sound @yields undefined for what is missing, or was changed in the storage */
  async *read(sessionId: string, frame = 0): AsyncGenerator<{ chunk: PlacedChunk; pcm: Buffer | undefined }> {
    for (let from = frame; ; ) {
      const page = await this.recordings.listFrom(sessionId, from, AT_ONCE);
      for (const chunk of page) {
        const place = { session_id: sessionId, part: chunk.part, seq: chunk.seq, startFrame: Number(chunk.start_frame), rate: chunk.rate };
        yield { chunk, pcm: await this.sound.open(sessionId, place, chunk.storage_key) };
      }
      const last = page.at(-1);
      if (!last || page.length < AT_ONCE) return;
      from = Number(last.before) + last.frames;
    }
  }

  /**
   * Whether every chunk that is known opens as what it is.
   * @param frame from the chunk on that holds it @param withinMs how long it may take
   * @returns where to go on with the next turn when that is over @throws StorageFailed
   */
  async isWhole(sessionId: string, frame = 0, withinMs = Infinity): Promise<boolean | number> {
    const until = performance.now() + withinMs;
    let chunks = 0;
    for await (const { chunk, pcm } of this.read(sessionId, frame)) {
      if (chunks > 0 && performance.now() >= until) return Number(chunk.before);
      if (!pcm || pcm.length !== chunk.frames * BYTES_A_FRAME) {
        this.logger.error(`A chunk of the session ${sessionId} is missing in the storage, or was changed there.`);
        return false;
      }
      chunks += 1;
    }
    return chunks > 0 || frame > 0;
  }

  /** What no session names: chunks whose process died between storing and writing it down. */
  @Upkeep('stored sound without a session')
  async deleteUnnamed(): Promise<number> {
    const before = this.clock.now().getTime() - GRACE_MS;
    let deleted = 0;
    const page = await this.storage.list(this.lookedAt, 20_000);
    const old = page.filter(({ storedAt }) => storedAt.getTime() < before).map(({ key }) => key);
    const named = old.length > 0 ? await this.recordings.listNamed(old) : new Set<string>();
    for (const key of old) {
      if (named.has(key)) continue;
      await this.storage.delete(key);
      deleted += 1;
    }
    this.lookedAt = page.length < 20_000 ? undefined : page.at(-1)?.key;
    return deleted;
  }

  private async store(actor: Actor, session: SessionRow, chunk: SentChunk): Promise<SessionRow> {
    const { sessionId, part, seq, startFrame, rate, pcm } = chunk;
    await this.assertRoom(session, pcm.length, chunk.isForeseen ?? true);
    let [after, isNew] = [session, false];
    await this.sound.keep(sessionId, { session_id: sessionId, part, seq, startFrame, rate }, pcm, (storage_key) =>
      this.works.begin(actor, async (work) => {
        const locked = await this.sessions.lock(sessionId, work.tx);
        if (!locked) throw new DomainError('not_found', messages.noSuchSession);
        this.assertTaken(locked, chunk);
        if (!(await this.recordings.hasPart(sessionId, part, work.tx))) throw new DomainError('not_found', messages.noSuchPart);
        const frames = pcm.length / BYTES_A_FRAME;
        const row = { session_id: sessionId, part, seq, startFrame, frames, rate, peak: peakOf(pcm), storage_key, captured_at: chunk.capturedAt, stored_at: locked.read_at };
        if (await this.recordings.overlaps(row, work.tx)) throw new DomainError('rule', messages.chunkOverlaps);
        isNew = await this.recordings.insertChunk(row, work.tx);
        if (isNew) await this.assertRoom(locked, 0, chunk.isForeseen ?? true, work);
        after = isNew ? await this.count(work, locked, row) : locked;
        if (isNew && locked.real_time_notes) await this.tellOf(work, locked, after, row);
        return isNew;
      }),
    );
    // Another request was a moment sooner.
    if (!isNew) await this.isStored(chunk);
    return after;
  }

  /** Whether this very chunk is stored; one that does not open says nothing against that. @throws DomainError conflict where another one has its number; unavailable */
  private async isStored({ sessionId, part, seq, startFrame, rate, pcm }: SentChunk): Promise<boolean> {
    const known = await this.recordings.findChunk(sessionId, part, seq);
    if (!known) return false;
    const place = { session_id: sessionId, part, seq, startFrame: Number(known.start_frame), rate: known.rate };
    const isSame = known.frames * BYTES_A_FRAME === pcm.length && place.startFrame === startFrame && known.rate === rate;
    const stored = isSame ? await this.sound.openNow(sessionId, place, known.storage_key) : undefined;
    if (!isSame || (stored && !stored.equals(pcm))) throw new DomainError('conflict', messages.chunkDiffers);
    return true;
  }

  /** A file of samples has held the room for its sound; of a compressed one nobody knew how much it is. */
  private async assertRoom({ route, therapist_id }: SessionRow, bytes: number, isForeseen: boolean, work?: Work): Promise<void> {
    if (route !== 'upload' || !isForeseen) await this.space.assertRoom(therapist_id, bytes, work?.tx);
  }

  private assertTaken(session: SessionRow, chunk: SentChunk): void {
    const { phase, end_reason, fence, audio_destroyed_at } = session;
    if (end_reason === 'consent_withdrawn') throw new DomainError('conflict', messages.withdrawnWhileRecording);
    if ((phase !== 'joining' && phase !== 'in_call') || audio_destroyed_at || beginsTooLate(session)) throw new DomainError('conflict', messages.notLive);
    if (fence !== chunk.fence) throw new DomainError('conflict', messages.recordedElsewhere);
  }

  /** Lines are made of it while it is recorded, every now and then. */
  private async tellOf(work: Work, before: SessionRow, after: SessionRow, chunk: Pick<MeetingChunk, 'session_id' | 'part' | 'seq' | 'rate'>): Promise<void> {
    const late = await this.recordings.framesBeforeLate(chunk, work.tx);
    if (late !== undefined) await this.transcripts.rewind(before.id, late, chunk.rate, work.tx);
    const turn = ({ recorded_ms }: SessionRow): number => Math.floor(Number(recorded_ms) / TOLD_EVERY_MS);
    if (isLive(after.phase) && turn(after) > turn(before) && this.transcriber.missing === null) await work.enqueueUnlessWaiting(followSession, 0, { session_id: before.id });
  }

  /** What is known of the session with one chunk more. */
  private async count(work: Work, session: SessionRow, { frames, rate, peak }: { frames: number; rate: number; peak: number }): Promise<SessionRow> {
    const recorded_ms = String(Number(session.recorded_ms) + Math.round((frames * 1_000) / rate));
    const { read_at } = session;
    const started_at = session.started_at ?? read_at;
    const change = { recorded_ms, level: peak, heartbeat_at: read_at, started_at };
    await this.sessions.update(session.id, change, work.tx);
    if (!session.started_at) await work.record(sessionDeed('record_sound', session));
    let heard: SessionRow = { ...session, ...change, sound_at: read_at };
    // Nobody is recorded while a file is read.
    if (heard.route === 'upload') return heard;
    if (heard.phase !== 'in_call') heard = await this.lifecycle.apply(work, heard, { kind: 'admitted' });
    // What comes late, out of the time before a pause, is nothing that is recorded now.
    if (!heard.paused_at) heard = await this.lifecycle.apply(work, heard, { kind: 'sound_stored' });
    const planned = heard.planned_minutes * 60_000;
    // Pauses do not make a consent last: the next session has its own.
    const isOver = Number(recorded_ms) >= planned || read_at.getTime() - started_at.getTime() > planned + OVERTIME_MS;
    return isOver ? this.lifecycle.apply(work, heard, { kind: 'ended', reason: 'duration_reached' }) : heard;
  }
}

function peakOf(pcm: Buffer): number {
  let peak = 0;
  for (let at = 0; at + 1 < pcm.length; at += BYTES_A_FRAME) peak = Math.max(peak, Math.abs(pcm.readInt16LE(at)));
  return peak / LOUDEST;
}
