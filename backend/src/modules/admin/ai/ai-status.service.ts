import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { Works } from '../../../common/work/work';
import { AiModel } from '../../../integrations/ai/ai-model';
import { AiRuns, OPENAI_ENGINE, RULES_ENGINE } from '../../../integrations/ai/ai-runs';
import * as messages from '../messages';
import { AiStatusDto } from './ai-status.dto';

/** Which engine reads notes, how that went, and whether it may be a language model. */
@Injectable()
export class AiStatusService {
  constructor(
    private readonly model: AiModel,
    private readonly runs: AiRuns,
    private readonly works: Works,
  ) {}

  async show(): Promise<AiStatusDto> {
    const model = await this.model.modelInUse('text');
    const { models_allowed, last_success, successes, failures } = await this.runs.state(model ? OPENAI_ENGINE : RULES_ENGINE);
    return {
      engine: model ?? messages.ruleBased,
      model_configured: this.model.isConfigured,
      model_allowed: models_allowed,
      model_spent: await this.model.isSpent(),
      last_success: last_success?.toISOString() ?? null,
      successes_last_day: successes,
      failures_last_day: failures,
    };
  }

  /** What is under way comes to its end; the next note is read by what is allowed then. */
  async allowModel(actor: Actor, allowed: boolean): Promise<AiStatusDto> {
    await this.works.begin(actor, async (work) => {
      if ((await this.runs.modelsAllowed(work.tx)) === allowed) return;
      await this.runs.allowModels(allowed, work.now(), work.tx);
      await work.record({ action: allowed ? 'allow_language_model' : 'forbid_language_model' });
    });
    return this.show();
  }
}
