import fc from 'fast-check';
import { inLanes, SHORTEST_MINUTES } from './lanes';

const stretch = (from: number, to: number) => ({ from, to });

describe('what overlaps', () => {
  it('stands side by side, and what follows has the whole width', () => {
    const placed = inLanes([stretch(540, 600), stretch(570, 630), stretch(600, 660), stretch(700, 750)]);
    expect(placed.map(({ from, lane, lanes }) => [from, lane, lanes])).toEqual([
      [540, 0, 2],
      [570, 1, 2],
      [600, 0, 2],
      [700, 0, 1],
    ]);
  });

  it('counts what is very short as long as it is drawn', () => {
    expect(inLanes([stretch(540, 545), stretch(550, 600)]).map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  it('never covers anything', () => {
    const any = fc.record({ from: fc.nat(1400), minutes: fc.nat(180) }).map(({ from, minutes }) => stretch(from, from + minutes));
    fc.assert(
      fc.property(fc.array(any, { maxLength: 40 }), (items) => {
        const placed = inLanes(items);
        expect(placed).toHaveLength(items.length);
        const drawn = placed.map((one) => ({ ...one, to: Math.max(one.to, one.from + SHORTEST_MINUTES), left: one.lane / one.lanes, right: (one.lane + 1) / one.lanes }));
        for (const [index, a] of drawn.entries()) {
          expect(a.lane).toBeLessThan(a.lanes);
          for (const b of drawn.slice(index + 1)) {
            const overlaps = a.from < b.to && b.from < a.to;
            if (overlaps) expect(a.right <= b.left || b.right <= a.left).toBe(true);
          }
        }
      }),
    );
  });
});
