import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { failureReason, Handles, PermanentFailure } from '../../../common/jobs/job';
import { Turns } from '../../../common/jobs/turns';
import { Works } from '../../../common/work/work';
import { AiFailure, AiFailureReason } from '../../../integrations/ai/ai-failure';
import { AiModel } from '../../../integrations/ai/ai-model';
import { AiRuns, RULES_ENGINE } from '../../../integrations/ai/ai-runs';
import type { NoteAnalysis } from '../analysis/analysis';
import { AnalysingProcesses, TooMuchEffort } from '../analysis/analysing-processes';
import { MaskedText } from '../analysis/model/known-names';
import { modelAnalysis, withCuesOfRules } from '../analysis/model/model-analysis';
import { INSTRUCTIONS, MODEL_ANSWER_SCHEMA, PROMPT_VERSION, readModelAnswer } from '../analysis/model/model-answer';
import { MOST_CHARACTERS, RULE_BASED } from '../analysis/rule-based-analyser';
import { deed, fileDeed } from '../notes/note-deeds';
import { isKept, NoteRepository, WholeNoteRow } from '../notes/note.repository';
import type { AnalysedText } from './analysed-text';
import { AnalysedTexts } from './analysed-texts';
import { analyseFile, analyseNote } from './analysis.jobs';
import { AnalysisEnd, AnalysisRepository } from './analysis.repository';
import { KnownPeople } from './known-people';

type Job = NonNullable<Awaited<ReturnType<AnalysisRepository['findJob']>>>;
/** A few notes take that long by the rules, and one by a model. */
const ALIKE_MS = 1_000;

type Made = Omit<AnalysisEnd, 'note_version' | 'model_failure'>;

/** Failures after which nothing has left this installation. */
const NOT_SENT: readonly AiFailureReason[] = ['not_configured', 'switched_off', 'daily_limit', 'unreachable'];

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
    private readonly people: KnownPeople,
    private readonly rules: AnalysingProcesses,
    private readonly model: AiModel,
    private readonly runs: AiRuns,
  ) {}

  /** Nothing is left to do for one that was dismissed or is done, and for a note that is gone. */
  @Handles(analyseNote)
  analyse(payload: { analysis_id: string }): Promise<void> {
    return this.inTurn(analyseNote, payload);
  }

  /** The same for a note's file. */
  @Handles(analyseFile)
  analyseFile(payload: { analysis_id: string }): Promise<void> {
    return this.inTurn(analyseFile, payload);
  }

  /** Those go first for whom less was done; the others go on at the end of the line. */
  private async inTurn(line: typeof analyseNote, payload: { analysis_id: string }): Promise<void> {
    const job = await this.repository.findJob(payload.analysis_id);
    if (!job || job.state === 'done' || job.state === 'failed') return;
    if (this.turns.letsPass(job.id, job.therapist_id, await this.repository.listWaiting(), performance.now())) {
      return this.works.begin(SYSTEM_ACTOR, (work) => work.enqueue(line, payload));
    }
    const started = performance.now();
    await this.attempt(job).finally(() => this.turns.count(job.therapist_id, performance.now() - started, performance.now()));
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
    const started = performance.now();
    const byRules = await this.ruled(job, text.text);
    if (!byRules) return this.repository.fail(job.id, 'effort', null, this.clock.now());
    const [byModel, failure] = await this.asked(job, note, { text: text.text, byRules });
    const milliseconds = Math.round(performance.now() - started);
    const made = byModel ?? { analysis: byRules, end: { engine: 'rules', model: RULE_BASED.version, prompt_version: null, input_tokens: null, output_tokens: null, milliseconds, dropped: 0 } };
    await this.keep(job, text, made.analysis, { ...made.end, note_version: note.version, model_failure: failure });
  }

  /** @returns undefined where the text takes too much */
  private async ruled({ therapist_id }: Job, text: string): Promise<NoteAnalysis | undefined> {
    const run = await this.runs.begin({ therapist_id, purpose: 'analysis', engine: RULES_ENGINE, model: RULE_BASED.version }, Infinity);
    const started = performance.now();
    try {
      const analysis = await this.rules.analyse(text);
      if (run) await this.runs.end(run, { state: 'done', milliseconds: Math.round(performance.now() - started) });
      return analysis;
    } catch (error) {
      if (run) await this.runs.end(run, { state: 'failed', failure: 'effort', milliseconds: Math.round(performance.now() - started) });
      if (error instanceof TooMuchEffort) return undefined;
      throw error;
    }
  }

  /** The language model's, where there is one; else why there is none although one is set up. The rules' cues are among its own. */
  private async asked(job: Job, note: WholeNoteRow, { text, byRules }: { text: string; byRules: NoteAnalysis }): Promise<[{ analysis: NoteAnalysis; end: Made } | undefined, AiFailureReason | null]> {
    if (!this.model.isConfigured) return [undefined, null];
    // Where that is not all, the rules' remark says so.
    const masked = new MaskedText(text.slice(0, MOST_CHARACTERS), await this.people.list(note.therapist_id, note.client_id));
    if (masked.hasManyForms) return [undefined, 'many_names'];
    try {
      const { value, model, inputTokens, outputTokens, milliseconds } = await this.model.ask({
        therapistId: note.therapist_id,
        purpose: 'analysis',
        model: 'text',
        instructions: INSTRUCTIONS,
        content: [{ text: JSON.stringify({ note: masked.text }) }],
        schema: MODEL_ANSWER_SCHEMA,
        read: readModelAnswer,
      });
      const { analysis, dropped } = modelAnalysis(value, masked, model);
      const end: Made = { engine: 'openai', model, prompt_version: PROMPT_VERSION, input_tokens: inputTokens, output_tokens: outputTokens, milliseconds, dropped };
      await this.recordSent(job, note);
      return [{ analysis: withCuesOfRules(analysis, byRules), end }, null];
    } catch (error) {
      if (!(error instanceof AiFailure)) throw error;
      if (!NOT_SENT.includes(error.reason)) await this.recordSent(job, note);
      return [undefined, error.reason];
    }
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
