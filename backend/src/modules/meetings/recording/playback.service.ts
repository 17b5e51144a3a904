import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { type Actor, SessionReader } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { writePart } from '../../../common/http/write-part';
import { Limit, Limits } from '../../../common/limits/limits';
import { Owner, Places } from '../../../common/limits/places';
import { Works } from '../../../common/work/work';
import * as messages from '../messages';
import { known, sessionDeed } from '../sessions/session-lifecycle';
import { SessionRepository } from '../sessions/session.repository';
import { WAV_HEAD_BYTES, wavHead } from '../upload/wav';
import { RecordingSink } from './recording-sink';
import { RecordingRepository } from './recording.repository';

/** A player asks for a range whenever somebody jumps in the sound. */
const PLAYS: Limit = { scope: 'meeting-plays', max: 1_800, windowMs: 3_600_000 };
/** A place is only needed while a chunk is opened, not while it is read. */
const LONGEST_MS = 60_000;

/** Sound as a WAV file, which lies nowhere: it is made as it is read. */
export interface PlayableSound {
  sessionId: string;
  rate: number;
  bytes: number;
}

/** Plays the sound of a session while it is there: opened chunk by chunk, as fast as it is read. */
@Injectable()
export class PlaybackService {
  private readonly places = new Places({ atWork: 8, waiting: 50, ofOne: 6, longestMs: LONGEST_MS, full: messages.playedTooMuch });

  constructor(
    private readonly works: Works,
    private readonly limits: Limits,
    private readonly sessions: SessionRepository,
    private readonly recordings: RecordingRepository,
    private readonly sink: RecordingSink,
    private readonly access: SessionReader,
  ) {}

  /** @throws DomainError not_found, also where the sound is destroyed or the session was somebody else's; conflict while the session is not over; too_many */
  async find(actor: Actor & { id: string }, id: string): Promise<PlayableSound> {
    const wait = this.limits.secondsHere(PLAYS, actor.id);
    if (wait > 0) throw new DomainError('too_many', messages.playedTooMuch, { retryAfterSeconds: wait });
    this.limits.takeHere(PLAYS, actor.id);
    const session = known(await this.sessions.findOwned(actor.id, id));
    if (session.audio_destroyed_at) throw new DomainError('not_found', messages.soundIsGone);
    if (session.phase !== 'completed') throw new DomainError('conflict', messages.notOver);
    const extent = await this.recordings.findExtent(id);
    if (!extent || !(await this.recordings.findKey(id))) throw new DomainError('not_found', messages.soundIsGone);
    await this.works.recordRead(actor, sessionDeed('play_recording', session));
    return { sessionId: id, rate: extent.rate, bytes: WAV_HEAD_BYTES + extent.frames * 2 };
  }

  /** The bytes from `start` to `end`, both included. Whoever reads nothing for a minute, or has signed out or was shut out, gets no more, and where sound does not open any more the answer breaks off. */
  async send(listener: Actor & Owner, sound: PlayableSound, { start, end }: { start: number; end: number }, response: Response, gone: AbortSignal): Promise<void> {
    await this.places.take(listener, gone, async (place) => {
      try {
        for await (const bytes of this.pieces(sound, start, end)) {
          await this.access.assertStands(listener);
          await writePart(response, bytes, { place });
        }
        response.end();
      } catch (error) {
        response.destroy();
        if (!(error instanceof DomainError)) throw error;
      }
    });
  }

  private async *pieces({ sessionId, rate, bytes }: PlayableSound, start: number, end: number): AsyncGenerator<Buffer> {
    const until = end + 1;
    if (start < WAV_HEAD_BYTES) yield wavHead(bytes - WAV_HEAD_BYTES, rate).subarray(start, until);
    const from = Math.max(0, start - WAV_HEAD_BYTES);
    if (until <= WAV_HEAD_BYTES) return;
    for await (const { chunk, pcm } of this.sink.read(sessionId, Math.floor(from / 2))) {
      const at = WAV_HEAD_BYTES + Number(chunk.before) * 2;
      if (at >= until) return;
      if (pcm?.length !== chunk.frames * 2) throw new DomainError('unavailable', messages.soundIsGone);
      yield pcm.subarray(Math.max(0, start - at), until - at);
    }
  }
}
