import type { Request, Response } from 'express';
import { EventEmitter } from 'node:events';
import { AccountWork, outOfConnectionLine } from './changes-at-work';
import { NetworkPlaces, PublicReads, SessionLooks, SignedInChanges, SignedInReads } from './shared-work';

/** A request of which nothing but its turn is looked at. */
function coming(enter: (response: Response) => Promise<void>): { isIn: () => boolean; response: Response } {
  let isIn = false;
  const response = Object.assign(new EventEmitter(), { headersSent: false, end: () => undefined }) as unknown as Response;
  void enter(response).then(() => (isIn = true));
  return { isIn: () => isIn, response };
}
/** Whose turn it is now has it with the next turn of the loop. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
const states = (all: readonly { isIn: () => boolean }[]): boolean[] => all.map(({ isIn }) => isIn());

it('looks for so many sessions at a time, of one network for half of them, and what is found holds no place of these', async () => {
  const looks = new SessionLooks(4, new NetworkPlaces(4, 60_000));
  const ends: (() => void)[] = [];
  const visit = (ip: string, method = 'GET') => coming((response) => looks.during({ method, ip } as Request, response, () => new Promise<void>((resolve) => ends.push(resolve))));
  const line = Array.from({ length: 3 }, (_, index) => visit(`2001:db8:1:${index}::1`, index ? 'GET' : 'POST'));
  const others = ['192.0.2.1', '198.51.100.1', '203.0.113.1'].map((ip) => visit(ip));
  await settled();
  expect(ends).toHaveLength(4);
  // Who goes away while waiting takes nothing along.
  others[2]?.response.emit('close');
  ends[0]?.();
  await settled();
  expect(states(line)).toEqual([true, false, false]);
  expect(ends).toHaveLength(5);
  for (const end of ends) end();
  await settled();
  expect(states([...line, ...others])).toEqual([true, true, true, true, true, false]);
});

it('a body that is on its way holds no place among the changes of everybody with a session, and its own is waited for again', async () => {
  const [account, all] = [new AccountWork({ reads: 1, changes: 1 }), new SignedInChanges(2, new NetworkPlaces(2, 60_000))];
  const change = (id: string) => coming(async (response) => {
    const request = { method: 'PUT', ip: '192.0.2.1' } as Request;
    await account.enter(id, request, response);
    await all.enter(request, response);
  });
  const [first, second] = [change('a'), change('b')];
  await settled();
  expect(states([first, second])).toEqual([true, false]);
  let arrive: () => void = () => undefined;
  const taken = coming(() => outOfConnectionLine(first.response, () => new Promise<void>((resolve) => (arrive = resolve))));
  await settled();
  expect(second.isIn()).toBe(true);
  arrive();
  await settled();
  expect(taken.isIn()).toBe(false);
  second.response.end();
  await settled();
  expect(taken.isIn()).toBe(true);
});

it('who goes away while waiting in one line keeps no place in any other: neither of the account, nor among those who are answered one by one', async () => {
  const networks = new NetworkPlaces(4, 60_000);
  const [account, reads] = [new AccountWork({ reads: 1, changes: 1 }), new SignedInReads(1, networks)];
  const read = (id: string, ip: string) => coming(async (response) => {
    const request = { method: 'GET', ip } as Request;
    await account.enter(id, request, response);
    await reads.enter(request, response);
  });
  const [first, gone] = [read('a', '192.0.2.1'), read('b', '198.51.100.1')];
  await settled();
  gone.response.emit('close');
  first.response.end();
  await settled();
  const again = read('b', '198.51.100.1');
  await settled();
  expect(states([first, gone, again])).toEqual([true, false, true]);

  const publicReads = new PublicReads(1, 1, networks);
  const visit = (ip: string) => coming(async (response) => publicReads.enter({ method: 'GET', ip } as Request, response));
  const unknown = visit('203.0.113.1');
  await settled();
  unknown.response.statusCode = 404;
  unknown.response.end();
  const [other, left] = [visit('203.0.113.2'), visit('203.0.113.1')];
  await settled();
  left.response.emit('close');
  other.response.end();
  await settled();
  const next = visit('203.0.113.1');
  await settled();
  expect(states([unknown, other, left, next])).toEqual([true, true, false, true]);
});

it('a crowd that is answered at once lets everybody else have their turn in between', async () => {
  const work = new AccountWork({ reads: 1, changes: 1 });
  const first = coming((response) => work.enter('a', { method: 'GET' } as Request, response));
  let answered = 0;
  for (let n = 0; n < 50; n += 1) {
    coming((response) => work.enter('a', { method: 'GET' } as Request, response).then(() => {
      answered += 1;
      response.end();
    }));
  }
  await settled();
  first.response.end();
  await settled();
  await settled();
  expect(answered).toBeLessThan(15);
  while (answered < 50) await settled();
});

describe('of networks that ask for what takes long', () => {
  const reads = (networks: NetworkPlaces, max = 8) => {
    const work = new SignedInReads(max, networks);
    return (ip: string) => coming((response) => Promise.resolve(work.enter({ method: 'GET', ip } as Request, response)));
  };

  it('two leave room for others, in every line', async () => {
    const read = reads(new NetworkPlaces(4, 60_000));
    const crowds = ['192.0.2.1', '198.51.100.1'].flatMap((ip) => Array.from({ length: 6 }, () => read(ip)));
    await settled();
    expect(crowds.filter((one) => one.isIn())).toHaveLength(6);
    const others = ['203.0.113.1', '233.252.0.1'].map(read);
    await settled();
    expect(states(others)).toEqual([true, true]);
    for (const { response } of [...crowds, ...others]) response.end();
    await settled();
    for (const { response } of crowds) response.end();
    await settled();
    expect(states(crowds)).not.toContain(false);
  });

  it('one has so many places in all lines together, and half of them once it was worked on for long', async () => {
    const networks = new NetworkPlaces(4, 100);
    const [read, visits] = [reads(networks), new PublicReads(8, 300, networks)];
    const visit = () => coming((response) => Promise.resolve(visits.enter({ method: 'GET', ip: '192.0.2.1' } as Request, response)));
    const line = [read('192.0.2.1'), read('192.0.2.1'), visit(), visit(), visit(), read('192.0.2.1')];
    await settled();
    expect(states(line)).toEqual([true, true, true, true, false, false]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    line[0]?.response.end();
    line[1]?.response.end();
    await settled();
    expect(states(line.slice(4))).toEqual([false, false]);
    line[2]?.response.end();
    await settled();
    expect(states(line.slice(4))).toEqual([true, false]);
    line[3]?.response.end();
    await settled();
    expect(states(line.slice(4))).toEqual([true, true]);
  });
});
