import { Injectable } from '@nestjs/common';
import type { OpenAI } from 'openai' with { 'resolution-mode': 'import' };
import type { ChatCompletion, ChatCompletionContentPart, ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions' with { 'resolution-mode': 'import' };
import { traced } from '../../common/tracing/tracing';
import { AppConfig } from '../../config/app-config';
import { AiFailure } from './ai-failure';
import type { AiAnswer, AiContent, AiQuestion } from './ai-question';
import { connectOpenAi, lookBeforeSending, reasonOf, tryingWithin } from './openai-connection';

/** An answer without the form that was asked for is asked for once more. */
const ANSWERS = 2;

type Asked = Omit<AiQuestion<unknown>, 'read' | 'therapistId' | 'purpose'>;

/** The client of an OpenAI-compatible endpoint; its package is loaded with the first question. */
@Injectable()
export class OpenAiClient {
  private loading: Promise<OpenAI> | undefined;

  constructor(private readonly config: AppConfig) {}

  get isConfigured(): boolean {
    return this.config.ai.apiKey !== undefined;
  }

  modelName(model: 'text' | 'vision'): string {
    return model === 'vision' ? this.config.ai.visionModel : this.config.ai.model;
  }

  /** One question, with retries, within a time limit for all of it. @throws AiFailure; the signal's reason when that ended it */
  async ask<T>(question: AiQuestion<T>): Promise<AiAnswer<T>> {
    const started = performance.now();
    const client = await this.client();
    const { timeoutMs } = this.config.ai;
    const limit = AbortSignal.timeout(tryingWithin(timeoutMs));
    const signal = question.signal ? AbortSignal.any([question.signal, limit]) : limit;
    let inputTokens: number | null = null;
    let outputTokens: number | null = null;
    for (let answers = 1; ; answers += 1) {
      const completion = await this.complete(client, question, signal, limit);
      inputTokens = sum(inputTokens, completion.usage?.prompt_tokens);
      outputTokens = sum(outputTokens, completion.usage?.completion_tokens);
      const value = readAnswer(completion, question.read);
      if (value !== undefined) {
        return { value, model: modelOf(completion, this.modelName(question.model)), inputTokens, outputTokens, milliseconds: Math.round(performance.now() - started) };
      }
      if (answers === ANSWERS) throw new AiFailure('bad_answer');
    }
  }

  private async complete(client: OpenAI, question: Asked, signal: AbortSignal, limit: AbortSignal): Promise<ChatCompletion> {
    try {
      const look = question.look ?? (() => Promise.resolve());
      return await traced('language model', question.model === 'vision' ? 'read picture' : 'ask', () => lookBeforeSending.run(look, async () => client.chat.completions.create(requestOf(question, this.modelName(question.model)), { signal })));
    } catch (error) {
      if (question.signal?.aborted) throw question.signal.reason;
      throw new AiFailure(limit.aborted ? 'too_slow' : await reasonOf(error), { cause: error });
    }
  }

  private client(): Promise<OpenAI> {
    this.loading ??= this.load();
    return this.loading;
  }

  private async load(): Promise<OpenAI> {
    const { apiKey, baseUrl, timeoutMs } = this.config.ai;
    if (apiKey === undefined) throw new AiFailure('not_configured');
    return connectOpenAi({ apiKey, baseUrl, timeoutMs });
  }
}

function sum(before: number | null, more: number | undefined): number | null {
  return more === undefined ? before : (before ?? 0) + more;
}

/** What the endpoint says of itself, where it is a name and no text. */
function modelOf({ model }: ChatCompletion, asked: string): string {
  return typeof model === 'string' && /^[\w.:/@+-]{1,100}$/.test(model) ? model : asked;
}

function requestOf({ instructions, content, schema }: Asked, model: string): ChatCompletionCreateParamsNonStreaming {
  return {
    model,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: content.map(partOf) },
    ],
    response_format: { type: 'json_schema', json_schema: { name: schema.name, schema: schema.schema, strict: true } },
    store: false,
  };
}

function partOf(content: AiContent): ChatCompletionContentPart {
  if ('text' in content) return { type: 'text', text: content.text };
  return { type: 'image_url', image_url: { url: `data:${content.mediaType};base64,${content.image.toString('base64')}`, detail: 'high' } };
}

/** @returns undefined for an answer without the form that was asked for @throws AiFailure for a refusal */
function readAnswer<T>(completion: ChatCompletion, read: (value: unknown) => T | undefined): T | undefined {
  const choice = (completion as Partial<ChatCompletion>).choices?.[0];
  if (choice?.message?.refusal || choice?.finish_reason === 'content_filter') throw new AiFailure('refused_answer');
  const text = choice?.message?.content;
  if (typeof text !== 'string') return undefined;
  try {
    return read(JSON.parse(text));
  } catch {
    return undefined;
  }
}
