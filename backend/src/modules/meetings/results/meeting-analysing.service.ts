import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { failureReason, Handles, PermanentFailure } from '../../../common/jobs/job';
import { Work, Works } from '../../../common/work/work';
import { TextAnalysisService } from '../../session-notes/analyses/text-analysis.service';
import { sessionDeed } from '../sessions/session-lifecycle';
import { SessionRepository, SessionRow } from '../sessions/session.repository';
import { SessionTurns } from '../sessions/session-turns';
import { TranscriptRepository } from '../transcripts/transcript.repository';
import { textOf } from './meeting-analyses.service';
import type { MeetingAnalysis } from './meeting-analysis.entity';
import { analyseMeeting } from './meeting-analysis.jobs';
import { MeetingAnalysisRepository } from './meeting-analysis.repository';
import type { MeetingAnalysisFailure } from './messages';

const LOOK_EVERY_MS = 2_000;

/** Does the work of an analysis of a transcript, in the worker. */
@Injectable()
export class MeetingAnalysingService {
  constructor(
    private readonly works: Works,
    private readonly sessions: SessionRepository,
    private readonly transcripts: TranscriptRepository,
    private readonly repository: MeetingAnalysisRepository,
    private readonly texts: TextAnalysisService,
    private readonly turns: SessionTurns,
  ) {}

  /** Nothing is left to do for one that is done or gone with its transcript. */
  @Handles(analyseMeeting)
  analyse({ session_id }: { session_id: string }): Promise<void> {
    return this.turns.take(analyseMeeting, session_id, () => this.attempt(session_id));
  }

  private async attempt(session_id: string): Promise<void> {
    const taken = await this.works.begin(SYSTEM_ACTOR, async ({ tx }) => {
      const session = await this.sessions.lock(session_id, tx);
      const analysis = session?.transcript_state === 'done' ? await this.repository.take(session_id, tx) : undefined;
      return session && analysis && { session, analysis };
    });
    if (!taken) return;
    try {
      await this.read(taken.session, taken.analysis);
    } catch (error) {
      // Whoever waits is told and can ask again; whoever runs the installation sees the job.
      await this.fail(taken.analysis, 'interrupted');
      throw new PermanentFailure(failureReason(error), { cause: error });
    }
  }

  private async read(session: SessionRow, analysis: MeetingAnalysis): Promise<void> {
    const { id, therapist_id, client_id } = session;
    const text = textOf(await this.transcripts.listLines(therapist_id, id));
    if (!text) return this.fail(analysis, 'unreadable');
    if (text.isEmpty) return this.fail(analysis, 'empty');
    const gone = new AbortController();
    // A withdrawal ends it before anything is sent, or while it is.
    const look = async (): Promise<void> => {
      if (!(await this.repository.isCurrent(analysis.id, analysis.fence))) gone.abort();
    };
    const looking = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS).unref();
    const asked = { therapistId: therapist_id, clientId: client_id, kind: 'transcript', text: text.text, signal: gone.signal, look } as const;
    const read = await this.texts
      .analyse(asked, () => this.works.record(SYSTEM_ACTOR, sessionDeed('send_transcript_to_model', session)))
      .catch((error: unknown) => {
        if (gone.signal.aborted) return 'withdrawn' as const;
        throw error;
      })
      .finally(() => clearInterval(looking));
    if (read === 'withdrawn') return;
    if (!read) return this.fail(analysis, 'effort');
    const { made } = read;
    await this.within(analysis, (work) => this.repository.finish(analysis, { result: text.moments(read.analysis), digest: text.digest }, made, work.now(), work.tx));
  }

  private fail(analysis: MeetingAnalysis, failure: MeetingAnalysisFailure): Promise<void> {
    return this.within(analysis, (work) => this.repository.update(analysis.id, { state: 'failed', failure, finished_at: work.now() }, work.tx));
  }

  /** Holds the session's row, as whoever withdraws does. Nothing is written for a run that is not the newest any more, or was withdrawn. */
  private within({ id, fence }: MeetingAnalysis, write: (work: Work) => Promise<void>): Promise<void> {
    return this.works.begin(SYSTEM_ACTOR, async (work) => {
      await this.sessions.lock(id, work.tx);
      if (await this.repository.isCurrent(id, fence, work.tx)) await write(work);
    });
  }
}
