import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { frameBytes, readWav } from '../../src/modules/meetings/upload/wav';

/** Sound as the endpoint got it. */
export interface HeardSound {
  model: string;
  /** `verbose_json` asks for times. */
  format: string;
  /** Mono, 16 bit. */
  pcm: Buffer;
  rate: number;
  seconds: number;
}

/** What the endpoint does with sound: an answer, or some way to fail. */
export type TranscriptionAnswer =
  | { text?: unknown; segments?: unknown; afterMs?: number }
  | { status: number; retryAfterMs?: number; location?: string }
  | { raw: string }
  | 'no answer'
  | 'an answer without end'
  | 'hang up';
type Answer = TranscriptionAnswer | ((sound: HeardSound) => TranscriptionAnswer | Promise<TranscriptionAnswer>);

/** A loopback endpoint of OpenAI's `audio.transcriptions`, for the real client: it refuses what the real one would refuse. */
export interface TranscriptionStandIn {
  /** Variables that point the backend here. */
  environment: Record<string, string>;
  heard: HeardSound[];
  /** What was wrong with the requests: a test expects none. */
  problems: string[];
  /** How sound is answered from now on: each next one by the next answer, the last one stays. */
  answer(...answers: Answer[]): void;
  close(): Promise<void>;
}

/** What an engine makes of `speechOf`: one line for each sentence. */
export function sentences({ seconds }: HeardSound): TranscriptionAnswer {
  const segments = Array.from({ length: Math.round(seconds / 10.5) }, (_, index) => ({ start: index * 10.5 + 1, end: index * 10.5 + 3, text: `Sentence ${index} of ${Math.round(seconds)} seconds.` }));
  return { text: 'x', segments };
}

const KEY = 'sk-sound-0123456789';
const MODEL = 'sound-model';
const MOST_BYTES = 25 * 1024 * 1024;

export async function startTranscription(): Promise<TranscriptionStandIn> {
  const heard: HeardSound[] = [];
  const problems: string[] = [];
  let answers: Answer[] = ['hang up'];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sound = await soundOf(request);
    if (typeof sound === 'string') {
      problems.push(sound);
      return void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: sound } }));
    }
    heard.push(sound);
    const next = answers.length > 1 ? answers.shift()! : answers[0]!;
    give(response, typeof next === 'function' ? await next(sound) : next);
  };
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    environment: { TRANSCRIPTION_API_KEY: KEY, TRANSCRIPTION_BASE_URL: url, TRANSCRIPTION_MODEL: MODEL, TRANSCRIPTION_TIMEOUT_SECONDS: '1' },
    heard,
    problems,
    answer: (...next) => {
      answers = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @returns what is wrong with the request */
async function soundOf(request: IncomingMessage): Promise<HeardSound | string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  if (request.method !== 'POST' || request.url !== '/v1/audio/transcriptions') return `${request.method} ${request.url} is not known`;
  if (request.headers.authorization !== `Bearer ${KEY}`) return 'the key is wrong';
  const form = await new Response(body, { headers: { 'content-type': request.headers['content-type'] ?? '' } }).formData();
  const file = form.get('file');
  if (!(file instanceof File)) return 'there is no file';
  if (file.name !== 'sound.wav') return `the file is called ${file.name}`;
  if (file.size > MOST_BYTES) return 'the file is too large';
  if (form.get('model') !== MODEL) return 'the model is not known';
  const fields = [...form.keys()].filter((name) => !['file', 'model', 'response_format', 'timestamp_granularities[]'].includes(name));
  if (fields.length > 0) return `${fields.join()} was sent`;
  const wav = Buffer.from(await file.arrayBuffer());
  const format = readWav(wav, wav.length);
  if (typeof format === 'string' || format.channels !== 1 || format.bits !== 16) return 'the file is no WAV file';
  const pcm = wav.subarray(format.dataAt, format.dataAt + format.dataBytes);
  return { model: MODEL, format: String(form.get('response_format')), pcm, rate: format.rate, seconds: pcm.length / frameBytes(format) / format.rate };
}

function give(response: ServerResponse, answer: TranscriptionAnswer): void {
  if (answer === 'no answer') return;
  if (answer === 'hang up') return void response.destroy();
  const json = { 'content-type': 'application/json' };
  if (answer === 'an answer without end') {
    response.writeHead(200, json);
    const more = (): void => void (response.destroyed || (response.write('x'.repeat(64 * 1024)), setTimeout(more, 0)));
    return more();
  }
  if ('raw' in answer) return void response.writeHead(200, json).end(answer.raw);
  if ('status' in answer) {
    const headers = { ...json, 'retry-after-ms': String(answer.retryAfterMs ?? 10), ...(answer.location && { location: answer.location }) };
    return void response.writeHead(answer.status, headers).end(JSON.stringify({ error: { message: 'no' } }));
  }
  const { afterMs = 0, ...body } = answer;
  setTimeout(() => response.writeHead(200, json).end(JSON.stringify(body)), afterMs);
}
