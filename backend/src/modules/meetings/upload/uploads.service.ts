import { Injectable } from '@nestjs/common';
import { Actor, SYSTEM_ACTOR } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { Handles, job, NotYet } from '../../../common/jobs/job';
import { Limit, Limits } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { DECODED_RATE, SealedFile, SoundDecoder, SoundKind, SoundUnreadable } from '../../../integrations/sound/sound-decoder';
import { StorageSpace } from '../../../integrations/storage/storage-space';
import * as messages from '../messages';
import { SealedSound } from '../recording/sealed-sound';
import { RecordingSink } from '../recording/recording-sink';
import { known, SessionLifecycle } from '../sessions/session-lifecycle';
import { toSessionDto } from '../sessions/session.mapper';
import { SessionRepository, SessionRow } from '../sessions/session.repository';
import type { EndReason } from '../sessions/session-states';
import { SessionTurns } from '../sessions/session-turns';
import { BeginUploadDto, UploadSessionDto } from './upload.dto';
import type { MeetingUpload } from './upload.entity';
import { BLOCK_BYTES, MAX_MINUTES } from './upload-limits';
import { BlockRow, UploadRepository } from './upload.repository';
import { frameBytes, readWav, toMono, WavFormat, WavProblem } from './wav';

/** The file becomes chunks, like all other sound. */
const readUpload = job<{ session_id: string }>('meeting-sound', 'read-meeting-upload', { attempts: 10 });

const CHUNK_SECONDS = 2;
/** Of a file; then others come, and it goes on at the end of the line. */
const TURN_MS = 10_000;
/** How soon a file is tried again while another one of its kind is read. */
const AGAIN_MS = 3_000;
const BLOCKS: Limit = { scope: 'meeting-blocks', max: 3_000, windowMs: 3_600_000 };
const SENTENCES: Record<WavProblem | 'too_long', string> = {
  not_wav: messages.notWav,
  encoding: messages.wavEncoding,
  empty: messages.wavEmpty,
  too_long: messages.fileTooLong,
};

type Therapist = Actor & { id: string };

/** Sound that was recorded elsewhere, as a file: sent in blocks that can come in any order and again, then read by the worker. */
@Injectable()
export class UploadsService {
  /** The sessions whose files are read just now: one of samples, and a compressed one. */
  private readonly reading = new Map<'samples' | 'compressed', string>();

  constructor(
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly sessions: SessionRepository,
    private readonly repository: UploadRepository,
    private readonly lifecycle: SessionLifecycle,
    private readonly sound: SealedSound,
    private readonly sink: RecordingSink,
    private readonly space: StorageSpace,
    private readonly decoder: SoundDecoder,
    private readonly turns: SessionTurns,
  ) {}

  /** @throws DomainError not_found; forbidden without both consents; conflict for a used one; too_many; no_room for the file and what is read of it */
  async begin(actor: Therapist, { consent_id, file_size, enable_post_meeting_analysis }: BeginUploadDto): Promise<UploadSessionDto> {
    await this.space.assertRoom(actor.id, 2 * file_size);
    const plan = { consent_id, route: 'upload', platform: null, quality: 'high', planned_minutes: MAX_MINUTES, real_time_notes: false, post_analysis: enable_post_meeting_analysis } as const;
    const id = await this.works.begin(actor, async (work) => {
      const begun = await this.lifecycle.begin(work, actor, plan);
      await this.repository.insertUpload(begun, file_size, BLOCK_BYTES, work.tx);
      return begun;
    });
    return this.show(actor.id, id);
  }

  /** @throws DomainError not_found */
  async show(therapistId: string, id: string): Promise<UploadSessionDto> {
    const session = known(await this.sessions.findOwned(therapistId, id));
    const upload = ofUpload(await this.repository.find(id));
    const stored = (await this.repository.listBlocks(id)).map(({ block }) => block);
    return { ...toSessionDto(session), file_size: Number(upload.file_size), block_bytes: upload.block_bytes, blocks: countOf(upload), stored };
  }

  /**
   * Keeps a block; one that is stored already stays as it is. The first one is looked at, so that what is no sound is told at once.
   * @throws DomainError not_found; conflict when the session is over; invalid for another size; unsupported_type; too_large beyond 300 minutes; too_many; unavailable; no_room
   */
  async keep(actor: Therapist, id: string, block: number, bytes: Buffer): Promise<UploadSessionDto> {
    const wait = this.limits.secondsHere(BLOCKS, actor.id);
    if (wait > 0) throw new DomainError('too_many', messages.sentTooOften, { retryAfterSeconds: wait });
    this.limits.takeHere(BLOCKS, actor.id);
    const session = waiting(known(await this.sessions.findOwned(actor.id, id)));
    const upload = ofUpload(await this.repository.find(id));
    if (block >= countOf(upload)) throw new DomainError('not_found', messages.noSuchBlock);
    if (bytes.length !== sizeOf(upload, block)) throw new DomainError('invalid', messages.blockSize);
    if (block === 0) {
      const format = checkedWav(bytes, Number(upload.file_size));
      if (format === 'not_wav' && this.decoder.kinds.length > 0) {
        if (!kindOf(bytes)) throw new DomainError('unsupported_type', messages.noSoundFile);
      } else if (typeof format === 'string') throw new DomainError(format === 'too_long' ? 'too_large' : 'unsupported_type', SENTENCES[format]);
    }
    if ((await this.repository.listBlocks(id)).some((each) => each.block === block)) return this.show(actor.id, id);
    await this.space.assertRoom(actor.id, 2 * bytes.length);
    await this.sound.keep(id, placeOf(session.id, block), bytes, async (storage_key) => {
      return this.works.begin(actor, async (work) => {
        const { read_at } = waiting(known(await this.sessions.lockOwned(actor.id, id, work.tx)));
        await this.sessions.update(id, { heartbeat_at: read_at }, work.tx);
        const isNew = await this.repository.insertBlock(id, { block, storage_key }, work.now(), work.tx);
        if (isNew) await this.space.assertRoom(actor.id, 0, work.tx);
        return isNew;
      });
    });
    return this.show(actor.id, id);
  }

  /** The whole file is there: the worker reads it. @throws DomainError not_found; conflict while blocks are missing, or the session is over */
  async complete(actor: Therapist, id: string): Promise<UploadSessionDto> {
    await this.works.begin(actor, async (work) => {
      const session = waiting(known(await this.sessions.lockOwned(actor.id, id, work.tx)));
      const upload = ofUpload(await this.repository.find(id, work.tx));
      if ((await this.repository.listBlocks(id, work.tx)).length < countOf(upload)) throw new DomainError('conflict', messages.blocksMissing);
      await this.lifecycle.apply(work, session, { kind: 'claimed' });
      await work.enqueue(readUpload, { session_id: id });
    });
    return this.show(actor.id, id);
  }

  /** Takes a lease, so that of two workers only the later one writes. What was read before stays: the chunks of a file are always the same. */
  @Handles(readUpload)
  read({ session_id }: { session_id: string }): Promise<void> {
    // Whoever waits until another file is read has been put off.
    return this.turns.take(readUpload, session_id, () => this.readOn(session_id), AGAIN_MS);
  }

  private async readOn(session_id: string): Promise<void> {
    const leased = await this.works.begin(SYSTEM_ACTOR, async (work) => {
      const session = await this.sessions.lock(session_id, work.tx);
      if (session?.phase !== 'joining') return undefined;
      const fence = session.fence + 1;
      await this.sessions.update(session_id, { fence, heartbeat_at: session.read_at }, work.tx);
      return { ...session, fence };
    });
    const upload = leased && (await this.repository.find(session_id));
    if (!leased || !upload) return;
    try {
      const outcome = await this.readInto(leased, upload);
      if (outcome === 'goes_on') return await this.works.begin(SYSTEM_ACTOR, (work) => work.enqueue(readUpload, { session_id }));
      await this.end(leased, outcome);
    } catch (error) {
      // Another worker goes on with it, or it was withdrawn meanwhile.
      if (error instanceof DomainError && error.code === 'conflict') return;
      if (!(error instanceof DomainError && error.code === 'no_room')) throw error;
      await this.end(leased, 'disk_full');
    }
    await this.sound.deleteBlocks(session_id);
  }

  /** @returns `goes_on` where its turn is over before all is read */
  private async readInto(session: SessionRow, upload: MeetingUpload): Promise<EndReason | 'goes_on'> {
    const blocks = await this.repository.listBlocks(session.id);
    const first = await this.open(session.id, blocks[0]);
    const format = first && checkedWav(first, Number(upload.file_size));
    if (first && format === 'not_wav') return this.alone('compressed', session, () => this.decode(session, upload, blocks, kindOf(first)));
    if (!format || typeof format === 'string') return 'file_unreadable';
    return this.alone('samples', session, () => this.readSamples(session, upload, blocks, format));
  }

  /** One file of a kind at a time: the checks of what was recorded have a place of their own, and what is compressed, which is read in one go, leaves one for samples. @throws NotYet */
  private alone<T>(kind: 'samples' | 'compressed', { id }: SessionRow, read: () => Promise<T>): Promise<T> {
    if ((this.reading.get(kind) ?? id) !== id) throw new NotYet(AGAIN_MS);
    this.reading.set(kind, id);
    return read().finally(() => this.reading.delete(kind));
  }

  private async readSamples(session: SessionRow, upload: MeetingUpload, blocks: readonly BlockRow[], format: WavFormat): Promise<EndReason | 'goes_on'> {
    const chunkBytes = CHUNK_SECONDS * format.rate * frameBytes(format);
    const until = performance.now() + TURN_MS;
    let rest = Buffer.alloc(0);
    // Behind what earlier turns have stored.
    let seq = await this.repository.countRead(session.id);
    const begin = seq;
    const left = { ...format, dataAt: format.dataAt + seq * chunkBytes, dataBytes: Math.max(0, format.dataBytes - seq * chunkBytes) };
    for await (const bytes of this.soundOf(session.id, blocks, left, upload.block_bytes)) {
      if (!bytes) return 'sound_damaged';
      if (seq > begin && performance.now() >= until) return 'goes_on';
      rest = Buffer.concat([rest, bytes]);
      for (; rest.length >= chunkBytes; seq += 1) {
        await this.write(session, format, seq, rest.subarray(0, chunkBytes));
        rest = rest.subarray(chunkBytes);
      }
    }
    if (rest.length > 0) await this.write(session, format, seq, rest);
    return 'file_read';
  }

  /** Of compressed sound. */
  private async decode(session: SessionRow, upload: MeetingUpload, blocks: readonly BlockRow[], kind: SoundKind | undefined): Promise<EndReason> {
    if (!kind) return 'file_unreadable';
    const most = MAX_MINUTES * 60;
    const chunkBytes = CHUNK_SECONDS * DECODED.rate * frameBytes(DECODED);
    let rest = Buffer.alloc(0);
    let seq = 0;
    try {
      for await (const bytes of this.decoder.decode(this.sealedFile(session.id, upload, blocks), kind, most + 1)) {
        rest = Buffer.concat([rest, bytes]);
        for (; rest.length >= chunkBytes; seq += 1) {
          if (seq * CHUNK_SECONDS >= most) return 'file_too_long';
          await this.write(session, DECODED, seq, rest.subarray(0, chunkBytes), false);
          rest = rest.subarray(chunkBytes);
        }
      }
    } catch (error) {
      if (error instanceof SoundUnreadable) return 'file_unreadable';
      throw error;
    }
    if (rest.length > 1) await this.write(session, DECODED, seq, rest.subarray(0, rest.length - (rest.length % 2)), false);
    return 'file_read';
  }

  private sealedFile(id: string, upload: MeetingUpload, blocks: readonly BlockRow[]): SealedFile {
    let kept: { block: number; bytes: Buffer } | undefined;
    return {
      bytes: Number(upload.file_size),
      read: async (start) => {
        const block = Math.floor(start / upload.block_bytes);
        const bytes = kept?.block === block ? kept.bytes : await this.open(id, blocks[block]);
        kept = bytes && { block, bytes };
        return bytes?.subarray(start - block * upload.block_bytes);
      },
    };
  }

  /** The bytes of the sound, block by block; undefined for one that does not open. */
  private async *soundOf(id: string, blocks: readonly BlockRow[], { dataAt, dataBytes }: WavFormat, blockBytes: number): AsyncGenerator<Buffer | undefined> {
    for (const block of blocks) {
      const begin = block.block * blockBytes;
      const [from, until] = [Math.max(dataAt - begin, 0), dataAt + dataBytes - begin];
      if (from >= blockBytes) continue;
      if (until <= from) return;
      const bytes = await this.open(id, block);
      yield bytes?.subarray(Math.min(from, bytes.length), Math.min(until, bytes.length));
    }
  }

  private open(id: string, row: BlockRow | undefined): Promise<Buffer | undefined> {
    return row ? this.sound.open(id, placeOf(id, row.block), row.storage_key) : Promise.resolve(undefined);
  }

  private async write(session: SessionRow, format: Pick<WavFormat, 'encoding' | 'channels' | 'bits' | 'rate'>, seq: number, bytes: Buffer, isForeseen = true): Promise<void> {
    const startFrame = seq * CHUNK_SECONDS * format.rate;
    const capturedAt = new Date(session.created_at.getTime() + seq * CHUNK_SECONDS * 1_000);
    await this.sink.write(SYSTEM_ACTOR, session, { sessionId: session.id, part: 1, seq, startFrame, rate: format.rate, fence: session.fence, capturedAt, pcm: toMono(bytes, format), isForeseen });
  }

  private async end({ id, fence }: SessionRow, outcome: EndReason): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, async (work: Work) => {
      const session = await this.sessions.lock(id, work.tx);
      if (session?.fence !== fence) throw new DomainError('conflict', messages.notLive);
      await this.lifecycle.apply(work, session, outcome === 'file_read' ? { kind: 'imported' } : { kind: 'import_failed', reason: outcome });
    });
  }
}

/** As the decoder hands sound over. */
const DECODED = { encoding: 'integer', channels: 1, bits: 16, rate: DECODED_RATE } as const;
/** What such files begin with: what one is called does not matter, and whether it is one the decoder says. */
const BEGINNINGS: readonly (readonly [RegExp, SoundKind])[] = [
  [/^(?:ID3|\xff[\xe2-\xe7\xf2-\xf7\xfa-\xff])/, 'mp3'],
  [/^[^]{4}ftyp/, 'm4a'],
  [/^\x1a\x45\xdf\xa3/, 'webm'],
  [/^OggS/, 'ogg'],
];

function kindOf(head: Buffer): SoundKind | undefined {
  const beginning = head.toString('latin1', 0, 16);
  return BEGINNINGS.find(([bytes]) => bytes.test(beginning))?.[1];
}

/** Blocks are sealed as what they are; no chunk of sound has part 0. */
const placeOf = (session_id: string, block: number) => ({ session_id, part: 0, seq: block, startFrame: 0, rate: 0 });

function checkedWav(head: Buffer, fileSize: number): WavFormat | WavProblem | 'too_long' {
  const format = readWav(head, fileSize);
  if (typeof format === 'string') return format;
  return format.dataBytes / frameBytes(format) / format.rate > MAX_MINUTES * 60 ? 'too_long' : format;
}

const countOf = ({ file_size, block_bytes }: MeetingUpload): number => Math.ceil(Number(file_size) / block_bytes);
const sizeOf = (upload: MeetingUpload, block: number): number => Math.min(upload.block_bytes, Number(upload.file_size) - block * upload.block_bytes);

function ofUpload(upload: MeetingUpload | undefined): MeetingUpload {
  if (!upload) throw new DomainError('conflict', messages.notFromFile);
  return upload;
}

/** While its blocks come. */
function waiting(session: SessionRow): SessionRow {
  if (session.end_reason === 'consent_withdrawn') throw new DomainError('conflict', messages.withdrawnWhileRecording);
  if (session.phase !== 'queued') throw new DomainError('conflict', messages.notLive);
  return session;
}
