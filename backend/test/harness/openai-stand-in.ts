import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A question as the endpoint got it. */
export interface ModelRequest {
  model: string;
  system: string;
  /** Everything that the user's message says in words. */
  text: string;
  /** Data URLs of its pictures. */
  images: string[];
  schemaName: string;
  /** The whole body as it was sent. */
  body: string;
}

/** What the endpoint does with a question: an answer in the asked form, or some way to fail. */
export type ModelAnswer =
  | { value: unknown; tokens?: [input: number, output: number]; afterMs?: number }
  | { content: string | null; refusal?: string; finish?: string }
  | { status: number; retryAfterMs?: number; body?: string; location?: string }
  | 'no answer'
  | 'an answer without end'
  | 'half an answer, slowly'
  | 'hang up';

/** A loopback endpoint of OpenAI's protocol, for the real client: it refuses what the real one would refuse. */
export interface OpenAiStandIn {
  /** Variables that point the backend here. */
  environment: Record<string, string>;
  requests: ModelRequest[];
  /** What was wrong with the requests: a test expects none. */
  problems: string[];
  /** Words that must never arrive. */
  forbidden: string[];
  /** How questions are answered from now on: each next one by the next answer, the last one stays. */
  answer(...answers: (ModelAnswer | ((request: ModelRequest) => ModelAnswer))[]): void;
  close(): Promise<void>;
}

const KEY = 'sk-test-0123456789';
const TEXT_MODEL = 'text-model';
const VISION_MODEL = 'vision-model';

interface Body {
  model?: string;
  messages?: { role: string; content: string | { type: string; text?: string; image_url?: { url: string } }[] }[];
  response_format?: { type?: string; json_schema?: { name?: string; strict?: boolean; schema?: object } };
}

export async function startOpenAi(environment: Record<string, string> = {}): Promise<OpenAiStandIn> {
  const requests: ModelRequest[] = [];
  const problems: string[] = [];
  const forbidden: string[] = [];
  let answers: (ModelAnswer | ((request: ModelRequest) => ModelAnswer))[] = ['hang up'];
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const found = problemsOf(request, text, forbidden);
      problems.push(...found);
      if (request.headers.authorization !== `Bearer ${KEY}`) return fail(response, 401, 'Incorrect API key provided');
      if (found.length > 0) return fail(response, 400, found.join('; '));
      const asked = requestOf(text);
      requests.push(asked);
      const next = answers.length > 1 ? answers.shift()! : answers[0]!;
      give(response, asked, typeof next === 'function' ? next(asked) : next);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    environment: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: url, OPENAI_MODEL: TEXT_MODEL, OPENAI_VISION_MODEL: VISION_MODEL, OPENAI_TIMEOUT_SECONDS: '1', ...environment },
    requests,
    problems,
    forbidden,
    answer: (...next) => {
      answers = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function requestOf(body: string): ModelRequest {
  const { model = '', messages = [], response_format } = JSON.parse(body) as Body;
  const of = (role: string) => messages.filter((message) => message.role === role).flatMap(({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content));
  const words = (parts: { text?: string }[]): string => parts.flatMap(({ text }) => text ?? []).join('\n');
  const images = of('user').flatMap((part) => ('image_url' in part && part.image_url ? [part.image_url.url] : []));
  return { model, system: words(of('system')), text: words(of('user')), images, schemaName: response_format?.json_schema?.name ?? '', body };
}

function problemsOf(request: IncomingMessage, text: string, forbidden: readonly string[]): string[] {
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return [`${request.method} ${request.url} is not known`];
  const problems: string[] = [];
  let body: Body;
  try {
    body = JSON.parse(text) as Body;
  } catch {
    return ['the body is no JSON'];
  }
  if (body.model !== TEXT_MODEL && body.model !== VISION_MODEL) problems.push(`the model ${body.model} is not known`);
  const roles = (body.messages ?? []).map(({ role }) => role);
  if (roles.join() !== 'system,user') problems.push(`the messages are of ${roles.join() || 'nobody'}`);
  const { type, json_schema: form } = body.response_format ?? {};
  if (type !== 'json_schema' || form?.strict !== true || !form.name || !/^[\w-]{1,64}$/.test(form.name)) problems.push('the answer is not asked for in a strict schema');
  problems.push(...schemaProblems(form?.schema, 'schema'));
  for (const word of forbidden) if (text.toLowerCase().includes(word.toLowerCase())) problems.push(`${word} was sent`);
  return problems;
}

/** What strict mode asks of a schema: every property required, and none beside them. */
function schemaProblems(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [`${path} is missing`];
  const { type, properties = {}, required = [], additionalProperties, items } = schema as { type?: string; properties?: object; required?: string[]; additionalProperties?: boolean; items?: object };
  if (type === 'array') return schemaProblems(items, `${path}[]`);
  if (type !== 'object') return [];
  const own = [
    ...(additionalProperties === false ? [] : [`${path} takes other properties`]),
    ...Object.keys(properties).filter((name) => !required.includes(name)).map((name) => `${path}.${name} is not required`),
  ];
  return [...own, ...Object.entries(properties).flatMap(([name, inner]) => schemaProblems(inner, `${path}.${name}`))];
}

function fail(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message, type: 'error', code: null, param: null } }));
}

function give(response: ServerResponse, asked: ModelRequest, answer: ModelAnswer): void {
  if (answer === 'no answer') return;
  if (answer === 'hang up') return void response.destroy();
  if (answer === 'an answer without end') return endless(response, 'x'.repeat(64 * 1024), 0);
  if (answer === 'half an answer, slowly') return endless(response, ' ', 100);
  if ('status' in answer) {
    const headers = { 'content-type': 'application/json', 'retry-after-ms': String(answer.retryAfterMs ?? 10), ...(answer.location && { location: answer.location }) };
    return void response.writeHead(answer.status, headers).end(answer.body ?? JSON.stringify({ error: { message: `no: ${asked.text}` } }));
  }
  const message = 'value' in answer ? { content: JSON.stringify(answer.value), refusal: null } : { content: answer.content, refusal: answer.refusal ?? null };
  const [input, output] = ('value' in answer ? answer.tokens : undefined) ?? [1_000, 200];
  const completion = {
    id: 'chatcmpl-test',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: `${asked.model}-2026-01-01`,
    choices: [{ index: 0, finish_reason: 'finish' in answer ? answer.finish : 'stop', logprobs: null, message: { role: 'assistant', ...message } }],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
  setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion)), 'value' in answer ? (answer.afterMs ?? 0) : 0);
}

function endless(response: ServerResponse, piece: string, everyMs: number): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = (): void => {
    if (response.destroyed) return;
    response.write(piece);
    setTimeout(more, everyMs);
  };
  more();
}
