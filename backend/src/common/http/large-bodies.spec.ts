import type { Request, Response } from 'express';
import { EventEmitter } from 'node:events';
import { USUAL_BODY } from './bodies';
import { LargeBodies } from './large-bodies';

const MEGABYTE = 1024 * 1024;
const FULL = 'Very many people are sending something large at once.';

interface Sent {
  noRoom: AbortSignal | undefined;
  comes(bytes: number): void;
  over(): void;
  whole(): void;
  answered(): void;
  isClosed(): boolean;
}

function sender(bodies: LargeBodies): (account: string, ip: string, bytes?: number) => Sent {
  return (account, ip, bytes = MEGABYTE) => {
    let closed = false;
    const socket = { bytesRead: 0 };
    const request = Object.assign(new EventEmitter(), {
      headers: { 'content-length': String(bytes) }, ip, socket, complete: false,
      resume: () => request, unpipe: () => request, destroy: () => (closed = true), is: () => false,
    });
    const response = Object.assign(new EventEmitter(), { end: () => undefined });
    const noRoom = bodies.enter(account, request as unknown as Request, response as unknown as Response, { ...USUAL_BODY, bytes: MEGABYTE });
    request.emit('resume');
    return {
      noRoom,
      comes: (more) => {
        socket.bytesRead += more;
        request.emit('data', Buffer.alloc(more));
      },
      over: () => void response.emit('close'),
      whole: () => void Object.assign(request, { complete: true }),
      answered: () => {
        response.end();
        // The rest of it is read off.
        request.emit('resume');
        request.emit('data', Buffer.alloc(MEGABYTE));
      },
      isClosed: () => closed,
    };
  };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('are bounded by the bytes of all together that have come, and half of that for one network: two do not take all; what is over makes room', () => {
  const enter = sender(new LargeBodies({ perAccount: 6, bytes: 4 * MEGABYTE }));
  const [first, second] = [enter('a', '203.0.113.1'), enter('b', '203.0.113.2')];
  first.comes(MEGABYTE);
  second.comes(MEGABYTE);
  expect(() => enter('c', '203.0.113.3')).toThrow(FULL);
  enter('c', '203.0.113.3', USUAL_BODY.bytes);
  enter('d', '198.51.100.1').comes(MEGABYTE);
  expect(() => enter('e', '198.51.100.2')).toThrow(FULL);
  enter('e', '192.0.2.129', MEGABYTE / 2).comes(MEGABYTE / 2);
  expect(() => enter('f', '192.0.3.1')).toThrow(FULL);
  first.over();
  const last = enter('f', '192.0.3.1');
  last.comes(MEGABYTE);
  // It is in memory until it was worked on, whoever waits for that.
  last.whole();
  last.over();
  expect(() => enter('g', '192.0.4.1')).toThrow(FULL);
  last.answered();
  enter('g', '192.0.4.1').comes(MEGABYTE);
});

it('hold what has come of them, not what they say: those who send little keep nobody out, and what finds no room on its way is refused', () => {
  const enter = sender(new LargeBodies({ perAccount: 6, bytes: 4 * MEGABYTE }));
  const slow = Array.from({ length: 12 }, (_, n) => enter(`a${n}`, '203.0.113.1'));
  for (const one of slow) one.comes(100);
  const whole = enter('b', '203.0.113.2');
  whole.comes(MEGABYTE);
  whole.answered();
  const others = [0, 1].map((n) => enter(`c${n}`, '203.0.113.3'));
  for (const one of others) one.comes(MEGABYTE);
  expect(others.map(({ noRoom }) => noRoom?.aborted)).toEqual([false, true]);
  expect(others[1]?.noRoom?.reason).toMatchObject({ code: 'too_many', retryAfterSeconds: 2 });
  for (const one of [...slow, ...others]) one.over();
  const two = [0, 1].map((n) => enter(`d${n}`, '203.0.113.4'));
  for (const one of two) one.comes(MEGABYTE);
  expect(two.map(({ noRoom }) => noRoom?.aborted)).toEqual([false, false]);
});

it('come at a pace that a slow phone has, or lose their connection', () => {
  const enter = sender(new LargeBodies({ perAccount: 6, bytes: 4 * MEGABYTE }));
  const [phone, trickle] = [enter('a', '203.0.113.1'), enter('b', '203.0.113.2')];
  for (let second = 0; second < 29; second += 1) {
    phone.comes(8_000);
    trickle.comes(400);
    jest.advanceTimersByTime(1_000);
  }
  expect([phone.isClosed(), trickle.isClosed()]).toEqual([false, true]);
});
