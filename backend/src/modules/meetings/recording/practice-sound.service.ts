import { Injectable } from '@nestjs/common';
import { Database, Queryable, statement } from '../../../common/database/database';
import { ExportsOfPractice, HoldsPractice, PracticeFiles, TakesFromPractice } from '../../../common/practices/parts';
import type { Work } from '../../../common/work/work';
import { destroyed, RecordingStorage } from '../../../integrations/storage/file-storage';
import * as messages from '../messages';
import type { MeetingSession } from '../sessions/session.entity';
import { wavHead } from '../upload/wav';
import type { MeetingChunk } from './recording.entity';
import { RecordingSink } from './recording-sink';
import { RecordingRepository } from './recording.repository';

const TAKEN_AT_ONCE = 100;

type KeptSound = Pick<MeetingSession, 'id'> & { recorded_on: string };

/** Of sessions that are over, as long as their sound is kept. */
const LIST = statement<KeptSound>(
  'practice-sound',
  `select s.id, to_char(coalesce(s.started_at, s.created_at) at time zone 'UTC', 'YYYY-MM-DD') as recorded_on from meeting_sessions s
   where s.therapist_id = $1 and s.audio_destroyed_at is null and exists (select from meeting_chunks c where c.session_id = s.id) order by s.created_at, s.id`,
);
const UNDER_WAY = statement<{ sessions: number }>('practice-sessions-under-way', `select count(*)::int as sessions from meeting_sessions where therapist_id = $1 and phase not in ('completed', 'failed', 'cancelled')`);
const CHUNKS = statement<Pick<MeetingChunk, 'storage_key'>>(
  'practice-chunks',
  `select c.storage_key from meeting_chunks c join meeting_sessions s on s.id = c.session_id where s.therapist_id = $1 limit ${TAKEN_AT_ONCE}`,
);
const BLOCKS = statement<Pick<MeetingChunk, 'storage_key'>>(
  'practice-blocks',
  `select b.storage_key from meeting_upload_blocks b join meeting_sessions s on s.id = b.session_id where s.therapist_id = $1 limit ${TAKEN_AT_ONCE}`,
);
const TAKE_CHUNKS = statement('practice-chunks-take', 'delete from meeting_chunks c using meeting_sessions s where s.id = c.session_id and s.therapist_id = $1 and c.storage_key = any($2)');
const TAKE_BLOCKS = statement('practice-blocks-take', 'delete from meeting_upload_blocks b using meeting_sessions s where s.id = b.session_id and s.therapist_id = $1 and b.storage_key = any($2)');

/** The recorded sound of a practice, as it leaves. */
@Injectable()
export class PracticeSound {
  constructor(
    private readonly database: Database,
    private readonly recordings: RecordingRepository,
    private readonly sink: RecordingSink,
    private readonly storage: RecordingStorage,
  ) {}

  @ExportsOfPractice(4)
  async *exportSound(therapistId: string): PracticeFiles {
    for (const { id, recorded_on } of await this.database.query(LIST, [therapistId])) {
      const extent = await this.recordings.findExtent(id);
      if (!extent || !(await this.recordings.findKey(id))) yield { missing: messages.soundNotExported(id) };
      else {
        let isWhole = true;
        yield { folder: ['recordings'], name: `${recorded_on} ${id}.wav`, of: { table: 'meeting_sessions', id }, content: this.wav(id, extent, () => (isWhole = false)) };
        if (!isWhole) yield { missing: messages.soundHasGaps(id) };
      }
    }
  }

  @HoldsPractice()
  async holdsUnderWay(therapistId: string, on: Queryable): Promise<string | undefined> {
    const [row] = await on.query(UNDER_WAY, [therapistId]);
    return row && row.sessions > 0 ? messages.stillRecording : undefined;
  }

  /** The bytes first: what is still named is found again. */
  @TakesFromPractice('meeting_chunks')
  takeChunks(therapistId: string, work: Work): Promise<number> {
    return this.take(therapistId, work, CHUNKS, TAKE_CHUNKS);
  }

  @TakesFromPractice('meeting_upload_blocks')
  takeBlocks(therapistId: string, work: Work): Promise<number> {
    return this.take(therapistId, work, BLOCKS, TAKE_BLOCKS);
  }

  private async take(therapistId: string, { tx }: Work, list: typeof CHUNKS, forget: typeof TAKE_CHUNKS): Promise<number> {
    const keys = (await tx.query(list, [therapistId])).map(({ storage_key }) => storage_key);
    for (const key of keys) await destroyed(this.storage, key);
    await tx.query(forget, [therapistId, keys]);
    return keys.length;
  }

  /** What is missing is silence, so that every moment stays where it was. */
  private async *wav(id: string, { frames, rate }: { frames: number; rate: number }, lost: () => void): AsyncGenerator<Buffer> {
    yield wavHead(frames * 2, rate);
    for await (const { chunk, pcm } of this.sink.read(id)) {
      if (pcm?.length !== chunk.frames * 2) lost();
      yield pcm?.length === chunk.frames * 2 ? pcm : Buffer.alloc(chunk.frames * 2);
    }
  }
}
