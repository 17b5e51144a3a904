import express, { type NextFunction, type Request, type Response } from 'express';
import { EventEmitter } from 'node:events';
import type { AddressInfo } from 'node:net';
import { request as ask, type Server } from 'node:http';
import { DomainError } from '../errors/domain-error';
import { AccountWork, changesAtWork, outOfConnectionLine, readsAtWork } from './changes-at-work';
import { NetworkPlaces, PublicChanges, PublicReads } from './shared-work';
import { writePart } from './write-part';

let server: Server;
let atWork: Response[];
let most: number;
/** Of the bodies that are on their way. */
let arrival: Promise<void>;

beforeEach(async () => {
  atWork = [];
  most = 0;
  const app = express().set('trust proxy', true);
  app.use(changesAtWork(4), readsAtWork(2));
  app.use((request: Request, response: Response) => {
    if (request.method === 'GET') return void response.end();
    if (request.method === 'PATCH') return void outOfConnectionLine(response, () => arrival).then(() => atWork.push(response));
    atWork.push(response);
    most = Math.max(most, atWork.length);
  });
  app.use((error: DomainError, _request: Request, response: Response, _next: NextFunction) => {
    response.status(error.code === 'too_many' ? 429 : 500).set('Retry-After', String(error.retryAfterSeconds)).end();
  });
  server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
});
afterEach(() => new Promise((resolve) => {
  server.closeAllConnections();
  server.close(resolve);
}));

interface Sent {
  status: Promise<number>;
  hangUp(): void;
}

function send(method: string, from: string): Sent {
  const { port } = server.address() as AddressInfo;
  const sent = ask({ port, host: '127.0.0.1', method, headers: { 'X-Forwarded-For': from } });
  const status = new Promise<number>((resolve) => {
    sent.once('response', (answer) => resolve(answer.resume().statusCode ?? 0));
    sent.once('error', () => resolve(0));
  });
  sent.end();
  return { status, hangUp: () => sent.destroy() };
}

const until = async (met: () => boolean): Promise<void> => {
  while (!met()) await new Promise((resolve) => setTimeout(resolve, 5));
};
const finishOne = (): void => void atWork.shift()?.end();

it('lets others of a connection go on while bodies are on their way, and works on four changes all the same', async () => {
  let arrive: () => void = () => undefined;
  arrival = new Promise((resolve) => (arrive = resolve));
  const slow = Array.from({ length: 8 }, () => send('PATCH', '203.0.113.1'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const other = send('POST', '203.0.113.1');
  await until(() => atWork.length === 1);
  finishOne();
  expect(await other.status).toBe(200);
  arrive();
  await until(() => atWork.length === 4);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(atWork).toHaveLength(4);
  for (let done = 0; done < 8; done += 1) {
    await until(() => atWork.length > 0);
    finishOne();
  }
  expect(await Promise.all(slow.map(({ status }) => status))).toEqual(Array.from({ length: 8 }, () => 200));
});

it('works on two reads of one connection at a time, beside its changes', async () => {
  const sent = Array.from({ length: 5 }, () => send('HEAD', '203.0.113.1'));
  await until(() => atWork.length === 2);
  send('POST', '203.0.113.1');
  await until(() => atWork.length === 3);
  expect(await send('GET', '203.0.113.2').status).toBe(200);
  for (let finished = 0; finished < 6; finished += 1) {
    await until(() => atWork.length > 0);
    finishOne();
  }
  expect(await Promise.all(sent.map(({ status }) => status))).toEqual([200, 200, 200, 200, 200]);
  expect(most).toBe(3);
});

it('a file that is no longer wanted while it is sent holds no place', async () => {
  const sent = [send('HEAD', '203.0.113.1'), send('HEAD', '203.0.113.1')];
  await until(() => atWork.length === 2);
  for (const response of atWork.splice(0)) response.flushHeaders();
  for (const { hangUp } of sent) hangUp();
  expect(await send('GET', '203.0.113.1').status).toBe(200);
});

it('works on four changes of one connection at a time, and the others get their turn', async () => {
  const sent = Array.from({ length: 12 }, () => send('POST', '203.0.113.1'));
  await until(() => atWork.length === 4);
  for (let finished = 0; finished < 12; finished += 1) {
    await until(() => atWork.length > 0);
    finishOne();
  }
  expect(await Promise.all(sent.map(({ status }) => status))).toEqual(Array<number>(12).fill(200));
  expect(most).toBe(4);
});

it('makes nobody else wait, and no read: a line of IPv6 is one connection', async () => {
  const line = Array.from({ length: 5 }, (_, index) => send('POST', `2001:db8:1:2::${index + 1}`));
  await until(() => atWork.length === 4);
  expect(await send('GET', '2001:db8:1:2::9').status).toBe(200);
  const other = send('PUT', '2001:db8:1:3::1');
  await until(() => atWork.length === 5);
  atWork.pop()?.end();
  expect(await other.status).toBe(200);
  expect(atWork).toHaveLength(4);
  for (let finished = 0; finished < 5; finished += 1) {
    await until(() => atWork.length > 0);
    finishOne();
  }
  await Promise.all(line.map(({ status }) => status));
});

it('refuses what would wait behind sixty others', async () => {
  const sent = Array.from({ length: 65 }, () => send('DELETE', '203.0.113.1'));
  expect(await Promise.race(sent.map(({ status }) => status))).toBe(429);
  for (let finished = 0; finished < 64; finished += 1) {
    await until(() => atWork.length > 0);
    finishOne();
  }
  const answers = await Promise.all(sent.map(({ status }) => status));
  expect(answers.filter((status) => status === 429)).toHaveLength(1);
});

it('hanging up frees a place in the line, and none at work', async () => {
  const working = Array.from({ length: 4 }, () => send('POST', '203.0.113.1'));
  await until(() => atWork.length === 4);
  const gone = send('POST', '203.0.113.1');
  const waiting = send('POST', '203.0.113.1');
  working[0]?.hangUp();
  gone.hangUp();
  await Promise.all([working[0]?.status, gone.status]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(most).toBe(4);
  finishOne();
  await until(() => atWork.length === 4);
  for (let finished = 0; finished < 4; finished += 1) finishOne();
  expect(await waiting.status).toBe(200);
});

it('works on two reads of one account at a time, from however many connections', async () => {
  const reads = new AccountWork({ reads: 2, changes: 1 });
  const begun: string[] = [];
  const read = (account: string, method = 'GET') => {
    const response = Object.assign(new EventEmitter(), { headersSent: false, end: () => undefined }) as unknown as Response;
    const admitted = reads.enter(account, { method } as Request, response).then(() => void begun.push(account));
    return { admitted, response };
  };
  const first = read('a');
  await Promise.all([first.admitted, read('a').admitted, read('b').admitted, read('a', 'POST').admitted]);
  const third = read('a');
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun.sort()).toEqual(['a', 'a', 'a', 'b']);
  first.response.end();
  await third.admitted;
});

/** A request of which nothing but its turn is looked at. */
function coming(enter: (response: Response) => Promise<void>): { isIn: () => boolean; response: Response } {
  let isIn = false;
  const response = Object.assign(new EventEmitter(), { headersSent: false, end: () => undefined }) as unknown as Response;
  void enter(response).then(() => (isIn = true));
  return { isIn: () => isIn, response };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const states = (all: readonly { isIn: () => boolean }[]): boolean[] => all.map(({ isIn }) => isIn());

it('works on so many changes of one account at a time, from however many connections, and none waits for another body', async () => {
  const work = new AccountWork({ reads: 1, changes: 1 });
  const change = (account: string) => coming((response) => work.enter(account, { method: 'PUT' } as Request, response));
  const [first, second, other] = [change('a'), change('a'), change('b')];
  await settled();
  expect(states([first, second, other])).toEqual([true, false, true]);
  let arrive: () => void = () => undefined;
  const taken = outOfConnectionLine(first.response, () => new Promise<void>((resolve) => (arrive = resolve)));
  await settled();
  expect(second.isIn()).toBe(true);
  arrive();
  second.response.end();
  await taken;
});

it.each([
  ['changes', new PublicChanges(4, new NetworkPlaces(4, 60_000)), 'POST'],
  ['reads', new PublicReads(4, 300, new NetworkPlaces(4, 60_000)), 'GET'],
])('works on so many %s of everybody without a session, and on half of them of one network', async (_, work, method) => {
  const change = (ip: string) => coming((response) => Promise.resolve(work.enter({ method, ip } as Request, response)));
  const line = Array.from({ length: 5 }, (_, index) => change(`2001:db8:1:${index}::1`));
  const others = ['192.0.2.1', '198.51.100.1', '203.0.113.1'].map(change);
  await settled();
  expect(states([...line, ...others])).toEqual([true, true, false, false, false, true, true, false]);
  others[0]?.response.end();
  await settled();
  expect(states(others)).toEqual([true, true, true]);
  line[0]?.response.end();
  line[1]?.response.end();
  await settled();
  expect(states(line)).toEqual([true, true, true, true, false]);
});

describe('beside somebody of the same connection', () => {
  it('whose account waits for its own turn, others are answered, and the turn comes', async () => {
    const reads = new AccountWork({ reads: 1, changes: 1 });
    const begun: Response[] = [];
    const app = express().set('trust proxy', true);
    app.use(readsAtWork(2), (request: Request, response: Response, next: NextFunction) => {
      const account = request.get('X-Account');
      if (account) reads.enter(account, request, response).then(() => void begun.push(response), next);
      else response.end();
    });
    const own = await new Promise<Server>((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
    });
    const get = (headers: Record<string, string>, signal: AbortSignal | null = null): Promise<number> =>
      fetch(`http://127.0.0.1:${(own.address() as AddressInfo).port}`, { headers, signal }).then(({ status }) => status);
    try {
      const answers = Array.from({ length: 4 }, () => get({ 'X-Account': 'a' }));
      await until(() => begun.length === 1);
      expect(await get({}, AbortSignal.timeout(3_000))).toBe(200);
      for (let answered = 0; answered < 4; answered += 1) {
        await until(() => begun.length > answered);
        begun[answered]?.end();
      }
      expect(await Promise.all(answers)).toEqual([200, 200, 200, 200]);
    } finally {
      own.closeAllConnections();
      own.close();
    }
  });

  it('who reads without a session keeps others waiting until the answer is made, and not until it is read', async () => {
    const reads = new PublicReads(1, 300, new NetworkPlaces(1, 60_000));
    const app = express();
    app.use((request: Request, response: Response) => void Promise.resolve(reads.enter(request, response)).then(() => response.end(request.url === '/long' ? 'x'.repeat(16_000_000) : '')));
    const own = await new Promise<Server>((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
    });
    const port = (own.address() as AddressInfo).port;
    const deaf = ask({ port, path: '/long' }, (answer) => answer.pause()).on('error', () => undefined);
    try {
      await new Promise((resolve) => deaf.once('response', resolve).end());
      const { status } = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(3_000) });
      expect(status).toBe(200);
    } finally {
      deaf.destroy();
      own.closeAllConnections();
      own.close();
    }
  });

  it('who leaves while everybody waits for the turn of all, others are answered', async () => {
    const [reads, begun] = [new PublicReads(1, 300, new NetworkPlaces(1, 60_000)), [] as Response[]];
    const app = express().set('trust proxy', true);
    app.use(readsAtWork(1), (request: Request, response: Response) => {
      if (request.url === '/alone') response.end();
      else void Promise.resolve(reads.enter(request, response)).then(() => void begun.push(response));
    });
    const own = await new Promise<Server>((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
    });
    const base = `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
    const get = (path: string, from: string, signal = AbortSignal.timeout(3_000)): Promise<number> =>
      fetch(base + path, { headers: { 'X-Forwarded-For': from }, signal }).then(({ status }) => status, () => 0);
    try {
      const first = get('/', '192.0.2.1');
      await until(() => begun.length === 1);
      const left = new AbortController();
      const waiting = get('/', '192.0.2.2', left.signal);
      const behind = get('/alone', '192.0.2.2');
      await new Promise((resolve) => setTimeout(resolve, 50));
      left.abort();
      expect([await waiting, await behind]).toEqual([0, 200]);
      begun[0]?.end();
      expect(await first).toBe(200);
    } finally {
      own.closeAllConnections();
      own.close();
    }
  });

  it('who reads slowly, others are answered', async () => {
    const app = express().set('trust proxy', true);
    app.use(readsAtWork(1), (request: Request, response: Response) => {
      if (request.url === '/slow') void writePart(response, 'x'.repeat(8_000_000)).catch(() => undefined);
      else response.end();
    });
    const own = await new Promise<Server>((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
    });
    const port = (own.address() as AddressInfo).port;
    const slow = ask({ port, path: '/slow' }, (answer) => answer.pause()).on('error', () => undefined);
    try {
      await new Promise((resolve) => slow.once('response', resolve).end());
      const { status } = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(3_000) });
      expect(status).toBe(200);
    } finally {
      slow.destroy();
      own.closeAllConnections();
      own.close();
    }
  });
});
