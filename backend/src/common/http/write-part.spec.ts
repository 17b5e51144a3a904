import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Response } from 'express';
import { DomainError } from '../errors/domain-error';
import { jsonParts, type OnItsWay, writePart, writeParts } from './write-part';

let server: Server;
let answer: (response: Response) => Promise<void>;

beforeEach(async () => {
  server = createServer((_, response: ServerResponse) => void answer(response as Response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => {
  server.closeAllConnections();
  server.close(resolve);
}));
const ask = (signal?: AbortSignal): Promise<globalThis.Response> => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, signal ? { signal } : {});

async function* onItsWay<Entry>(entries: Entry[], note: string | null | undefined): AsyncGenerator<Entry, string | null | undefined> {
  yield* entries;
  return note;
}

let without = 0;
const on: OnItsWay = {
  place: {
    without: (wait) => {
      without += 1;
      return wait();
    },
  },
  assertStands: () => Promise.resolve(),
};

describe('writeParts', () => {
  it('sends all parts in their order, and lets others go in between', async () => {
    const known = { name: 'Zoë "Z"', none: null, left_out: undefined, empty: [] };
    const entries = Array.from({ length: 3_000 }, (_, index) => ({ index, text: 'é'.repeat(200) }));
    const record = { ...known, entries: onItsWay(entries, 'Some are not.'), whole: onItsWay([1, 2], null), ends: onItsWay([], undefined) };
    let others = 0;
    let sent = false;
    answer = async (response) => {
      const timer = setInterval(() => (others += sent ? 0 : 1), 0);
      await writeParts(response, jsonParts(record), on);
      sent = true;
      clearInterval(timer);
    };
    expect(await (await ask()).json()).toEqual(JSON.parse(JSON.stringify({ ...known, entries, entries_note: 'Some are not.', whole: [1, 2], whole_note: null, ends: [] })));
    expect(others).toBeGreaterThan(1);
  });

  it('makes nothing more for whoever may have no more', async () => {
    let made = 0;
    const parts = (function* () {
      for (; made < 10; made += 1) yield 'x'.repeat(64 * 1024);
    })();
    const assertStands = (): Promise<void> => (made < 3 ? Promise.resolve() : Promise.reject(new DomainError('unauthenticated', 'Please sign in first.')));
    answer = (response) => writeParts(response, parts, { ...on, assertStands }).catch(() => void response.destroy());
    await expect(ask().then((read) => read.text())).rejects.toThrow();
    expect(made).toBe(3);
  });

  it.each([
    ['of many parts', (response: Response) => writeParts(response, Array.from({ length: 200 }, () => 'x'.repeat(64 * 1024)), on)],
    ['of one part', (response: Response) => writePart(response, 'x'.repeat(32 * 1024 * 1024), on)],
  ])('waits for the reader of an answer %s without its place', async (_, send) => {
    const begun = new Promise<void>((resolve) => {
      answer = (response) => {
        without = 0;
        resolve();
        return send(response).catch(() => undefined);
      };
    });
    const reader = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined).pause();
    reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await begun;
    while (without === 0) await new Promise(setImmediate);
    reader.destroy();
  });

  it('makes no more parts for a reader who has gone', async () => {
    let made = 0;
    const ended = new Promise<string>((resolve) => {
      answer = (response) =>
        writeParts(
          response,
          (function* () {
            for (; made < 10_000; made += 1) yield 'x'.repeat(64 * 1024);
          })(),
          on,
        ).then(() => resolve('all sent'), (error: Error) => resolve(error.message));
    });
    const reader = new AbortController();
    await ask(reader.signal);
    reader.abort();
    expect(await ended).toBe('invalid: The request was cancelled.');
    expect(made).toBeLessThan(10_000);
  });

  it('leaves a reader who reads nothing', async () => {
    const ended = new Promise<string>((resolve) => {
      answer = (response) => writePart(response, 'x'.repeat(32 * 1024 * 1024), { unreadMs: 50 }).then(() => resolve('read'), (error: Error) => resolve(error.message));
    });
    const reader = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined).pause();
    reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await ended).toBe('invalid: The request was cancelled.');
    reader.destroy();
  });

  it('says that an object without content is one', async () => {
    const parts: string[] = [];
    for await (const part of jsonParts({})) parts.push(part);
    expect(parts.join('')).toBe('{}');
  });
});
