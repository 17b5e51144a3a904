import { Injectable } from '@nestjs/common';
import type { ComingFile, ComingPractice } from '../../../common/practices/coming-practice';
import { KeepsFilesOfPractice, MakesRowsOfPractice } from '../../../common/practices/parts';
import type { PracticeRow } from '../../../common/practices/practice-rows';
import { RecordingStorage } from '../../../integrations/storage/file-storage';
import * as messages from '../messages';
import { WAV_HEAD_BYTES } from '../upload/wav';
import { newSessionKey, sealChunk } from './chunk-cipher';
import type { MeetingChunk } from './recording.entity';
import { RecordingRepository } from './recording.repository';

const BYTES_A_FRAME = 2;
/** Far more than are ever stored in one piece. */
const MOST_FRAMES = 2 * 1024 * 1024;

type GivenChunk = Pick<MeetingChunk, 'session_id' | 'part' | 'seq' | 'frames' | 'rate'> & { start_frame: number };

const keyOf = ({ session_id, part, seq }: Pick<MeetingChunk, 'session_id' | 'part' | 'seq'>): string => `${session_id} ${part} ${seq}`;

/** The recorded sound of a practice that comes in: cut again where it was stored in pieces, and sealed under a key of its session. */
@Injectable()
export class ImportedSound {
  constructor(
    private readonly recordings: RecordingRepository,
    private readonly storage: RecordingStorage,
  ) {}

  @KeepsFilesOfPractice('meeting_sessions', 'meeting_chunks')
  async keepSound(file: ComingFile, coming: ComingPractice): Promise<void> {
    const session = coming.held('meeting_sessions').get(file.id);
    const chunks = this.chunksOf(file.id, coming);
    let from = WAV_HEAD_BYTES;
    const isAsSaid = chunks.every(({ frames }) => frames > 0 && frames <= MOST_FRAMES) && chunks.reduce((bytes, { frames }) => bytes + frames * BYTES_A_FRAME, from) <= file.bytes;
    if (!session || chunks.length === 0 || !isAsSaid) return;
    const key = newSessionKey();
    for (const chunk of chunks) {
      const { session_id, part, seq, start_frame, frames, rate } = chunk;
      const storage_key = this.recordings.newStorageKey();
      coming.undo(() => this.storage.delete(storage_key));
      await this.storage.put(storage_key, sealChunk(await file.read(from, frames * BYTES_A_FRAME), key, { session_id, part, seq, startFrame: start_frame, rate }));
      coming.give('meeting_chunks', keyOf(chunk), { storage_key });
      from += frames * BYTES_A_FRAME;
    }
    coming.add('meeting_session_keys', { id: file.id, therapist_id: session['therapist_id'], wrapped_key: key.toString('base64') });
  }

  @MakesRowsOfPractice('meeting_chunks')
  makeChunk(row: PracticeRow, coming: ComingPractice): PracticeRow | undefined {
    const chunk = row as unknown as GivenChunk;
    const place = coming.givenTo('meeting_chunks').get(keyOf(chunk));
    if (place) return { ...row, ...place };
    coming.left.add(messages.soundNotImported(chunk.session_id));
    return undefined;
  }

  /** In the order in which they stand in the file. */
  private chunksOf(sessionId: string, coming: ComingPractice): GivenChunk[] {
    const all = [...coming.held('meeting_chunks').values()] as unknown as GivenChunk[];
    return all.filter(({ session_id }) => session_id === sessionId).sort((one, other) => one.part - other.part || one.seq - other.seq);
  }
}
