import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Asked } from './asked';
import { beginInTurn } from './turns-of-loop';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('few requests of a crowd begin in one turn of the loop, and whoever comes from elsewhere is among the next; all of them begin, but for those that left', async () => {
  const step = beginInTurn();
  const begun: string[] = [];
  const come = (ip: string) => {
    const response = Object.assign(new EventEmitter(), { closed: false });
    step({ ip } as Asked, response as unknown as ServerResponse, () => begun.push(ip));
    return response;
  };
  const crowd = Array.from({ length: 100 }, () => come('192.0.2.1'));
  come('198.51.100.1');
  for (const left of crowd.slice(-10)) left.closed = true;
  expect(begun).toHaveLength(8);
  await nextTurn();
  expect(begun).toHaveLength(16);
  expect(begun.slice(8, 10)).toContain('198.51.100.1');
  for (let turns = 0; turns < 20; turns += 1) await nextTurn();
  expect(begun).toHaveLength(91);
  // Nobody waits any more: one begins at once.
  come('203.0.113.1');
  expect(begun.at(-1)).toBe('203.0.113.1');
});

it('connections that come in meanwhile do so before the next requests begin, but for what never ends', async () => {
  let came = 0;
  let isComing = true;
  const come = (): void => {
    came += 1;
    if (isComing) setImmediate(come);
  };
  const step = beginInTurn(undefined, () => came);
  let begun = 0;
  come();
  for (let number = 0; number < 24; number += 1) step({ ip: '192.0.2.1' } as Asked, Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse, () => (begun += 1));
  for (let turns = 0; turns < 30; turns += 1) await nextTurn();
  expect([begun, came]).toEqual([8, expect.any(Number)]);
  expect(came).toBeGreaterThan(20);
  for (let turns = 0; turns < 60; turns += 1) await nextTurn();
  expect(begun).toBe(16);
  isComing = false;
  for (let turns = 0; turns < 5; turns += 1) await nextTurn();
  expect(begun).toBe(24);
});
