import { Injectable } from '@nestjs/common';
import { Job, NotYet } from '../../../common/jobs/job';
import { Turns } from '../../../common/jobs/turns';
import type { QueueName } from '../../../config/queue-names';
import { SessionRepository } from './session.repository';

/** How soon whoever let others go first comes again. */
const AGAIN_MS = 1_000;
/** About as long as a short one takes. */
const ALIKE_MS = 5_000;
const ALIKE_WITH_ENGINE_MS: Partial<Record<QueueName, number>> = { 'meeting-transcribe': 20_000, 'meeting-analyse': 20_000 };

/** The work on sessions goes in turns: what one therapist has in line does not stand behind all that another has there. Notetakers go to practices first. */
@Injectable()
export class SessionTurns {
  private readonly byJob = new Map<string, Turns>();

  constructor(private readonly sessions: SessionRepository) {}

  /**
   * Does a job of a session, and counts how long it takes for its therapist.
   * @param soonMs who is put off for no longer is in line too. Zero: only those whose time has come wait for a place
   * @throws NotYet where somebody is in line for whom less was done
   */
  async take(job: Job<{ session_id: string }>, sessionId: string, run: () => Promise<void>, soonMs = 0): Promise<void> {
    const turn = await this.sessions.findTurn(job.name, sessionId);
    if (!turn) return;
    const turns = this.turnsOf(job);
    const line = await this.sessions.listInLine(job.name, soonMs);
    if (turns.putOffMs(sessionId, turn, line, performance.now()) > 0) throw new NotYet(AGAIN_MS);
    await turns.during(turn, run);
  }

  private turnsOf({ name, queue }: Pick<Job<object>, 'name' | 'queue'>): Turns {
    const turns = this.byJob.get(name) ?? new Turns(ALIKE_WITH_ENGINE_MS[queue] ?? ALIKE_MS);
    this.byJob.set(name, turns);
    return turns;
  }
}
