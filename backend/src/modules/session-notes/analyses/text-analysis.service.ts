import { Injectable } from '@nestjs/common';
import { AiFailure, AiFailureReason } from '../../../integrations/ai/ai-failure';
import { AiModel } from '../../../integrations/ai/ai-model';
import { AiRuns, RULES_ENGINE } from '../../../integrations/ai/ai-runs';
import type { NoteAnalysis } from '../analysis/analysis';
import { AnalysingProcesses, TooMuchEffort } from '../analysis/analysing-processes';
import { MaskedText } from '../analysis/model/known-names';
import { modelAnalysis, withCuesOfRules } from '../analysis/model/model-analysis';
import { instructionsFor, MODEL_ANSWER_SCHEMA, PROMPT_VERSION, readModelAnswer, ReadText } from '../analysis/model/model-answer';
import { MOST_CHARACTERS, RULE_BASED } from '../analysis/rule-based-analyser';
import type { AnalysisEngineDto } from './analysis.dto';
import { KnownPeople } from './known-people';
import * as messages from './messages';

export type { Citation, NoteAnalysis, RiskCue, Statement } from '../analysis/analysis';

/** What the rules are called on a screen. */
export const RULES_LABEL = RULE_BASED.name;

/** What is analysed. */
export interface TextToAnalyse {
  /** Whose daily limit it counts for. */
  therapistId: string;
  /** Whose names are kept back; null where it is about nobody in particular. */
  clientId: string | null;
  kind: ReadText;
  text: string;
  /** Ends the question to a model: whoever the text is of does not want it any more. */
  signal?: AbortSignal;
  /** Aborts the signal where that is so: asked right before the text is sent, each time. */
  look?: () => Promise<void>;
}

/** How an analysis was made. */
export interface MadeAnalysis {
  engine: 'openai' | 'rules';
  /** The model, or the version of the rules. */
  model: string;
  prompt_version: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  milliseconds: number;
  /** Statements that nothing in the text supports. */
  dropped: number;
  /** Why the language model, which was set up, did not make it. */
  model_failure: AiFailureReason | null;
}

/** Failures after which nothing has left this installation. */
const NOT_SENT: readonly AiFailureReason[] = ['not_configured', 'switched_off', 'daily_limit', 'daily_limit_in_all', 'many_names', 'unreachable'];

/**
 * Analyses a text of a therapist's: by rules on this machine, and by the language model where one is set up, to which it goes without the
 * names that the record knows. What the text does not support is left out; the rules' cues of risks are always among the result's.
 */
@Injectable()
export class TextAnalysisService {
  constructor(
    private readonly people: KnownPeople,
    private readonly rules: AnalysingProcesses,
    private readonly model: AiModel,
    private readonly runs: AiRuns,
  ) {}

  /** @param noteSent writes down that the text has left this installation @returns undefined where the text takes too much @throws the signal's reason */
  async analyse(text: TextToAnalyse, noteSent: () => Promise<void>): Promise<{ analysis: NoteAnalysis; made: MadeAnalysis } | undefined> {
    const started = performance.now();
    const byRules = await this.ruled(text);
    if (!byRules) return undefined;
    const asked = await this.asked(text, byRules, noteSent);
    if (typeof asked === 'object' && asked !== null) return asked;
    const milliseconds = Math.round(performance.now() - started);
    return { analysis: byRules, made: { engine: 'rules', model: RULE_BASED.version, prompt_version: null, input_tokens: null, output_tokens: null, milliseconds, dropped: 0, model_failure: asked } };
  }

  /** What would read a text now. */
  async engine(): Promise<AnalysisEngineDto> {
    const model = await this.model.modelInUse('text');
    return model === undefined ? { engine: 'rules', label: RULE_BASED.name, sent: null } : { engine: 'openai', label: model, sent: messages.namesReplaced };
  }

  private async ruled({ therapistId: therapist_id, text }: TextToAnalyse): Promise<NoteAnalysis | undefined> {
    const run = await this.runs.begin({ therapist_id, purpose: 'analysis', engine: RULES_ENGINE, model: RULE_BASED.version });
    const started = performance.now();
    try {
      const analysis = await this.rules.analyse(text);
      if (typeof run === 'string') await this.runs.end(run, { state: 'done', milliseconds: Math.round(performance.now() - started) });
      return analysis;
    } catch (error) {
      if (typeof run === 'string') await this.runs.end(run, { state: 'failed', failure: 'effort', milliseconds: Math.round(performance.now() - started) });
      if (error instanceof TooMuchEffort) return undefined;
      throw error;
    }
  }

  /** The language model's, where there is one; else why there is none although one is set up. */
  private async asked({ therapistId, clientId, kind, text, signal, look }: TextToAnalyse, byRules: NoteAnalysis, noteSent: () => Promise<void>): Promise<{ analysis: NoteAnalysis; made: MadeAnalysis } | AiFailureReason | null> {
    if (!this.model.isConfigured) return null;
    // Where that is not all, the rules' remark says so.
    const read = text.slice(0, MOST_CHARACTERS);
    const names = await this.rules.findNames(read, await this.people.list(therapistId, clientId), { ...(signal && { signal }) });
    const masked = names && new MaskedText(read, names);
    if (!masked || masked.hasManyForms) return 'many_names';
    signal?.throwIfAborted();
    let hasLeft = false;
    try {
      const { value, model, inputTokens, outputTokens, milliseconds } = await this.model.ask({
        therapistId,
        purpose: 'analysis',
        model: 'text',
        instructions: instructionsFor(kind),
        content: [{ text: JSON.stringify({ [kind]: masked.text }) }],
        schema: MODEL_ANSWER_SCHEMA,
        read: readModelAnswer,
        ...(signal && { signal }),
        look: async () => {
          await look?.();
          if (!signal?.aborted) hasLeft = true;
        },
      });
      const { analysis, dropped } = modelAnalysis(value, masked, model);
      await noteSent();
      const made = { engine: 'openai', model, prompt_version: PROMPT_VERSION, input_tokens: inputTokens, output_tokens: outputTokens, milliseconds, dropped, model_failure: null } as const;
      return { analysis: withCuesOfRules(analysis, byRules), made };
    } catch (error) {
      if (error instanceof AiFailure ? !NOT_SENT.includes(error.reason) : hasLeft && signal?.aborted) await noteSent();
      if (!(error instanceof AiFailure)) throw error;
      return error.reason;
    }
  }
}
