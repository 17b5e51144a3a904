import { Injectable } from '@nestjs/common';
import { NotYet } from '../../../common/jobs/job';
import { Turns } from '../../../common/jobs/turns';
import { SessionRepository } from './session.repository';

/** How soon whoever let others go first comes again. */
const AGAIN_MS = 1_000;

/** The work on sessions goes in turns: what one therapist has in a queue does not stand behind all that another has there. */
@Injectable()
export class SessionTurns {
  /** Files and checks share their places, so they share their turns. Of each: about as long as a short one takes. */
  private readonly turns = { 'meeting-sound': new Turns(2_000), 'meeting-live': new Turns(5_000), 'meeting-transcribe': new Turns(20_000), 'meeting-analyse': new Turns(20_000) };

  constructor(private readonly sessions: SessionRepository) {}

  /** Does a job of a session, and counts how long it takes for its therapist. @throws NotYet where somebody is in line for whom less was done */
  async take(queue: keyof SessionTurns['turns'], sessionId: string, run: () => Promise<void>): Promise<void> {
    const therapistId = await this.sessions.findTherapist(sessionId);
    if (therapistId === undefined) return;
    const turns = this.turns[queue];
    if (turns.letsPass(sessionId, therapistId, await this.sessions.listInLine(queue), performance.now())) throw new NotYet(AGAIN_MS);
    const begun = performance.now();
    await run().finally(() => turns.count(therapistId, performance.now() - begun, performance.now()));
  }
}
