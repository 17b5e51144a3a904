import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { failureReason, Handles, NotYet, PermanentFailure } from '../../../common/jobs/job';
import { Turns } from '../../../common/jobs/turns';
import { Works } from '../../../common/work/work';
import type { NoteAnalysis } from '../analysis/analysis';
import { deed, fileDeed } from '../notes/note-deeds';
import { isKept, NoteRepository, WholeNoteRow } from '../notes/note.repository';
import type { AnalysedText } from './analysed-text';
import { AnalysedTexts } from './analysed-texts';
import { analyseFile, analyseNote } from './analysis.jobs';
import { AnalysisEnd, AnalysisRepository } from './analysis.repository';
import { TextAnalysisService } from './text-analysis.service';

type Job = NonNullable<Awaited<ReturnType<AnalysisRepository['findJob']>>>;
/** A few notes take that long by the rules, and one by a model. */
const ALIKE_MS = 1_000;

/** Does the work of an analysis, in the worker. */
@Injectable()
export class AnalysingService {
  private readonly turns = new Turns(ALIKE_MS);

  constructor(
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly notes: NoteRepository,
    private readonly texts: AnalysedTexts,
    private readonly repository: AnalysisRepository,
    private readonly analysis: TextAnalysisService,
  ) {}

  /** Nothing is left to do for one that was dismissed or is done, and for a note that is gone. */
  @Handles(analyseNote)
  analyse(payload: { analysis_id: string }): Promise<void> {
    return this.inTurn(payload);
  }

  /** The same for a note's file. */
  @Handles(analyseFile)
  analyseFile(payload: { analysis_id: string }): Promise<void> {
    return this.inTurn(payload);
  }

  /** Those go first for whom less was done. @throws NotYet for the others */
  private async inTurn({ analysis_id }: { analysis_id: string }): Promise<void> {
    const job = await this.repository.findJob(analysis_id);
    if (!job || job.state === 'done' || job.state === 'failed') return;
    const line = await this.repository.listWaiting();
    const mine = line.find(({ whose }) => whose === job.therapist_id);
    // One that was begun before its worker died is in no line any more: it goes on.
    const waitMs = mine ? this.turns.putOffMs(job.id, mine, line, performance.now()) : 0;
    if (waitMs > 0) throw new NotYet(waitMs);
    await this.turns.during(mine ?? { whose: job.therapist_id, goes_first: false }, () => this.attempt(job));
  }

  private async attempt(job: Job): Promise<void> {
    const note = await this.notes.findNote(job.therapist_id, job.note_id);
    if (!note) return;
    if (note === 'closed') return this.repository.fail(job.id, 'unreadable', null, this.clock.now());
    // It became private since.
    if (isKept(note)) return this.forget(job);
    const text = await this.texts.of(note, job.file_id);
    if (!text) return this.repository.fail(job.id, 'unreadable', null, this.clock.now());
    await this.repository.setRunning(job.id);
    try {
      await this.read(job, note, text);
    } catch (error) {
      // Whoever waits is told and can ask again; whoever runs the installation sees the job.
      await this.repository.fail(job.id, 'interrupted', null, this.clock.now());
      throw new PermanentFailure(failureReason(error), { cause: error });
    }
  }

  private async read(job: Job, note: WholeNoteRow, text: AnalysedText): Promise<void> {
    const kept = new AbortController();
    const look = async (): Promise<void> => {
      const now = await this.notes.findNote(job.therapist_id, job.note_id);
      if (!now || now === 'closed' || isKept(now)) kept.abort();
    };
    const asked = { therapistId: note.therapist_id, clientId: note.client_id, kind: 'note', text: text.text, signal: kept.signal, look } as const;
    const result = await this.analysis.analyse(asked, () => this.recordSent(job, note)).catch((error: unknown) => {
      if (kept.signal.aborted) return 'kept' as const;
      throw error;
    });
    if (result === 'kept') return this.forget(job);
    if (!result) return this.repository.fail(job.id, 'effort', null, this.clock.now());
    await this.keep(job, text, result.analysis, { ...result.made, note_version: note.version });
  }

  private recordSent({ file_id }: Job, note: WholeNoteRow): Promise<void> {
    return this.works.record(SYSTEM_ACTOR, file_id === null ? deed('send_note_to_model', note.id, [note.client_id]) : fileDeed('send_note_file_to_model', note, file_id));
  }

  private async keep(job: Job, read: AnalysedText, analysis: NoteAnalysis, end: AnalysisEnd): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, async (work) => {
      const note = await this.notes.lockNote(job.therapist_id, job.note_id, work.tx);
      if (!note || note === 'closed') return;
      if (isKept(note)) return this.repository.deleteAll(job.note_id, work.tx);
      await this.repository.finish(job, { analysis: read.placed(analysis), digest: read.digest }, end, work.now(), work.tx);
    });
  }

  private async forget({ note_id }: Job): Promise<void> {
    await this.works.begin(SYSTEM_ACTOR, ({ tx }) => this.repository.deleteAll(note_id, tx));
  }
}
