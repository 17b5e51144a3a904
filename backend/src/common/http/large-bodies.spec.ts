import type { Request, Response } from 'express';
import { EventEmitter } from 'node:events';
import { USUAL_BODY } from './bodies';
import { LargeBodies } from './large-bodies';

const MEGABYTE = 1024 * 1024;

it('are bounded by the bytes of all together, and half of that for one network; what is over makes room', () => {
  const bodies = new LargeBodies({ perAccount: 6, bytes: 4 * MEGABYTE });
  const enter = (account: string, ip: string, bytes = MEGABYTE): { over(): void; whole(): void; answered(): void } => {
    const request = Object.assign(new EventEmitter(), { headers: { 'content-length': String(bytes) }, ip, resume: () => request, unpipe: () => request, destroy: () => request, is: () => false });
    const response = Object.assign(new EventEmitter(), { end: () => undefined });
    bodies.enter(account, request as unknown as Request, response as unknown as Response, { ...USUAL_BODY, bytes: MEGABYTE });
    return {
      over: () => void response.emit('close'),
      whole: () => void Object.assign(request, { complete: true }),
      answered: () => void response.end(),
    };
  };
  const first = enter('a', '203.0.113.1');
  enter('b', '203.0.113.2');
  expect(() => enter('c', '203.0.113.3')).toThrow('Very many people are sending something large at once.');
  enter('c', '203.0.113.3', USUAL_BODY.bytes);
  enter('d', '198.51.100.1');
  enter('e', '198.51.100.2');
  expect(() => enter('f', '192.0.2.1')).toThrow('Very many people');
  first.over();
  const last = enter('f', '192.0.2.1');
  // It is in memory until it was worked on, whoever waits for that.
  last.whole();
  last.over();
  expect(() => enter('g', '192.0.2.2')).toThrow('Very many people');
  last.answered();
  enter('g', '192.0.2.2');
});
