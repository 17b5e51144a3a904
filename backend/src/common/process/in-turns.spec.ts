import { mapInTurns } from './in-turns';

const busyFor = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

describe('mapInTurns', () => {
  it('keeps the order and lets others go in between', async () => {
    let others = 0;
    const timer = setInterval(() => (others += 1), 1);
    const items = Array.from({ length: 20 }, (_, index) => index);
    const doubled = await mapInTurns(items, (item) => {
      busyFor(4);
      return item * 2;
    });
    clearInterval(timer);
    expect(doubled).toEqual(items.map((item) => item * 2));
    expect(others).toBeGreaterThan(3);
  });
});
