import * as fc from 'fast-check';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openApiDocument } from '../../src/openapi';
import { ContractCheck, ContractOperation } from '../harness/fuzz/contract-check';
import { jsonText, nastyValue, Schema, valueOf } from '../harness/fuzz/nasty-values';
import { signInAdmin } from '../harness/signed-in-admin';
import { signInClient } from '../harness/signed-in-client';
import { book, openPractice } from '../harness/practice';
import { startTestApp, TEST_ORIGIN, TestApp } from '../harness/test-app';

const FULL = process.env['PROOF'] === 'full';
const PER_ROUTE = FULL ? 500 : 50;
/** Requests at once. */
const BATCH = 25;
/** After these a sender may be signed out, and comes back. */
const ENDS_SESSIONS = /logout|close|session|second-factor|password|verify|confirm|objection/;
const SEED = 20_261_121;
const MILLION = 'm'.repeat(1_000_000);

const MANY = '1000000';
const LIMITS = {
  BOOKING_LIMIT_PER_IP: MANY,
  PUBLIC_UNKNOWN_LIMIT: MANY,
  CHANGES_AT_WORK_PER_CONNECTION: MANY,
  BOOKING_WAVE_LIMIT: MANY,
  IMAGE_UPLOAD_LIMIT: MANY,
  CLIENT_UNKNOWN_LIMIT_PER_IP: MANY,
  CLIENT_UNKNOWN_LIMIT_PER_SUBNET: MANY,
  CLIENT_UNKNOWN_LIMIT: MANY,
  ADMIN_FAILURE_LIMIT: MANY,
};

interface Sender {
  cookie: string;
  csrf: string;
}

interface Shot {
  url: string;
  contentType: string | undefined;
  body: string;
}

describe('random requests against every route of the contract', () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let test: TestApp;
  let contract: ContractCheck;
  let ids: string[];

  beforeAll(async () => {
    test = await startTestApp(LIMITS);
    contract = new ContractCheck(openApiDocument(test.app));
    const practice = await openPractice(test);
    const { body } = await book(test, practice).expect(201);
    ids = [practice.therapist.id, practice.serviceId, (body as { id: string }).id];
  });

  afterAll(async () => {
    agent.destroy();
    await test.close();
  });

  it(
    `answers ${PER_ROUTE} of them per route without a 5xx, and every body matches the contract`,
    async () => {
      const problems = new Map<string, string>();
      let asked = 0;
      let senders = await everyKindOfSender();
      for (const operation of contract.operations()) {
        const shots = fc.sample(shotOf(operation), { numRuns: PER_ROUTE, seed: SEED });
        for (let start = 0; start < shots.length; start += BATCH) {
          const batch = shots.slice(start, start + BATCH);
          await Promise.all(
            batch.map(async (shot, index) => {
              const answer = await send(operation.method, shot, { sender: senders[index % senders.length], pastTheLane: Math.floor(index / senders.length) % 2 === 1 });
              asked += 1;
              const problem = contract.problemOf(operation, answer);
              // One example of each kind is enough to mend it.
              if (problem) problems.set(`${operation.method} ${operation.path} ${problem.slice(0, 60)}`, `${shot.url.slice(0, 200)} ${shot.body.slice(0, 300)}\n    ${problem}`);
            }),
          );
          if (ENDS_SESSIONS.test(operation.path)) senders = await everyKindOfSender();
        }
      }
      process.stdout.write(`openapi fuzz: ${asked} requests, ${problems.size} kinds of problems\n`);
      expect([...problems].slice(0, 20)).toEqual([]);
    },
    FULL ? 1_200_000 : 240_000,
  );

  async function everyKindOfSender(): Promise<(Sender | undefined)[]> {
    const practice = await openPractice(test);
    ids = [...ids.slice(0, 3), practice.therapist.id, practice.serviceId];
    return [undefined, practice.therapist, await signInClient(test), await signInAdmin(test)];
  }

  function shotOf(operation: ContractOperation): fc.Arbitrary<Shot> {
    const valueFor = (schema: Schema | undefined): fc.Arbitrary<unknown> =>
      fc.oneof({ weight: 4, arbitrary: valueOf(schema, contract.resolve, ids) }, { weight: 1, arbitrary: nastyValue });
    const part = (place: string) =>
      fc.record(
        Object.fromEntries(operation.parameters.filter((parameter) => parameter.in === place).map(({ name, schema }) => [name, valueFor(schema)])),
        { requiredKeys: place === 'path' ? undefined : [] },
      );
    const body = operation.body ? bodyOf(operation.body) : fc.oneof(fc.constant({ contentType: undefined, body: '' }), bodyOf({ type: 'application/json', schema: {} }));
    return fc.tuple(part('path'), part('query'), body).map(([path, query, sent]) => ({ ...sent, url: urlOf(operation.path, path, query) }));
  }

  function bodyOf({ type, schema }: { type: string; schema: Schema }): fc.Arbitrary<{ contentType: string; body: string }> {
    const json = fc
      .oneof(
        { weight: 12, arbitrary: valueOf(schema, contract.resolve, ids).map(jsonText) },
        { weight: 3, arbitrary: nastyValue.map(jsonText) },
        { weight: 1, arbitrary: fc.constantFrom('{', '[1,', 'nul', '"', '{"a":1,}', '', '{"a":1}{"b":2}') },
        { weight: 1, arbitrary: fc.constant(jsonText({ notes: MILLION, name: MILLION })) },
      )
      .map((body) => ({ contentType: 'application/json', body }));
    if (type !== 'multipart/form-data') return json;
    return fc.oneof({ weight: 3, arbitrary: valueOf(schema, contract.resolve, ids).map(multipart) }, { weight: 1, arbitrary: json });
  }

  function send(method: string, shot: Shot, { sender, pastTheLane }: { sender: Sender | undefined; pastTheLane: boolean }): Promise<{ status: number; type: string; text: string }> {
    const { port } = test.app.getHttpServer().address() as AddressInfo;
    const headers: Record<string, string> = { origin: TEST_ORIGIN };
    if (sender) Object.assign(headers, { cookie: sender.cookie, 'x-xsrf-token': sender.csrf });
    // What visitors read is answered in two ways: with a length it goes the usual one.
    if (pastTheLane && method === 'GET') headers['content-length'] = '0';
    const hasBody = method !== 'GET' && method !== 'HEAD' && shot.contentType !== undefined;
    if (hasBody) Object.assign(headers, { 'content-type': shot.contentType, 'content-length': String(Buffer.byteLength(shot.body)) });
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, method, path: shot.url, headers, agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, type: String(response.headers['content-type'] ?? ''), text: Buffer.concat(chunks).toString() }),
        );
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(hasBody ? shot.body : undefined);
    });
  }
});

function urlOf(path: string, parts: Record<string, unknown>, query: Record<string, unknown>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(parts[name]));
  const search = Object.entries(query)
    .map(([name, value]) => `${name}=${encoded(value)}`)
    .join('&');
  return search ? `${filled}?${search}` : filled;
}

/** Lone surrogates have no place in an address: they are sent as the bytes that a careless client would send. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : jsonText(value);
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd').slice(0, 4_000)) || '-';
}

function multipart(value: unknown): { contentType: string; body: string } {
  const boundary = 'attune-fuzz-boundary';
  const fields = Object.entries((value ?? {}) as Record<string, unknown>).map(
    ([name, part]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${typeof part === 'string' ? part : jsonText(part)}\r\n`,
  );
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: `${fields.join('')}--${boundary}--\r\n` };
}
