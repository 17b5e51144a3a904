import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { AiFailure } from './ai-failure';
import type { AiAnswer, AiQuestion } from './ai-question';
import { AiRuns, OPENAI_ENGINE } from './ai-runs';
import { OpenAiClient } from './openai-client';

/** The language model, where an installation has one: asked only while an administrator allows it, and within each therapist's daily limit. */
@Injectable()
export class AiModel {
  constructor(
    private readonly client: OpenAiClient,
    private readonly runs: AiRuns,
    private readonly config: AppConfig,
  ) {}

  /** Whether an endpoint is set up, be it switched off or not. */
  get isConfigured(): boolean {
    return this.client.isConfigured;
  }

  /** Nothing is asked any more today, for whomever. */
  async isSpent(): Promise<boolean> {
    return this.isConfigured && (await this.runs.isSpent(OPENAI_ENGINE, this.config.ai.dailyLimitInAll));
  }

  /** What would be asked now; undefined when there is none, or it is switched off. */
  async modelInUse(model: 'text' | 'vision'): Promise<string | undefined> {
    return this.isConfigured && (await this.runs.modelsAllowed()) ? this.client.modelName(model) : undefined;
  }

  /** Counts as one for the daily limit, however often it has to be tried. @throws AiFailure; the signal's reason when that ended it */
  async ask<T>(question: AiQuestion<T>): Promise<AiAnswer<T>> {
    if (!this.isConfigured) throw new AiFailure('not_configured');
    if (!(await this.runs.modelsAllowed())) throw new AiFailure('switched_off');
    const { therapistId: therapist_id, purpose, model } = question;
    const run = await this.runs.begin({ therapist_id, purpose, engine: OPENAI_ENGINE, model: this.client.modelName(model) }, { ofTherapist: this.config.ai.dailyLimit, inAll: this.config.ai.dailyLimitInAll });
    if (typeof run !== 'string') throw new AiFailure(run.spent);
    const started = performance.now();
    try {
      const answer = await this.client.ask(question);
      await this.runs.end(run, { state: 'done', model: answer.model, input_tokens: answer.inputTokens, output_tokens: answer.outputTokens, milliseconds: answer.milliseconds });
      return answer;
    } catch (error) {
      const failure = error instanceof AiFailure ? error.reason : 'interrupted';
      await this.runs.end(run, { state: 'failed', failure, milliseconds: Math.round(performance.now() - started) });
      throw error;
    }
  }
}
