/** A stretch of a day, from one minute to another. */
export interface Stretch {
  from: number;
  to: number;
}

export interface Lane {
  /** Counted from 0. */
  lane: number;
  /** How many stand side by side there. */
  lanes: number;
}

/** What is shorter is drawn as long as this, so that it can be read and pressed. */
export const SHORTEST_MINUTES = 30;

/** Stretches that overlap stand side by side; each takes the first place that is free. In the order of their beginnings. */
export function inLanes<Item extends Stretch>(items: readonly Item[]): (Item & Lane)[] {
  const sorted = [...items].sort((a, b) => a.from - b.from || b.to - a.to);
  const placed: (Item & Lane)[] = [];
  let group: (Item & Lane)[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const item of group) item.lanes = ends.length;
    placed.push(...group);
    group = [];
    ends = [];
  };
  for (const item of sorted) {
    if (ends.length > 0 && item.from >= Math.max(...ends)) close();
    const free = ends.findIndex((end) => end <= item.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = Math.max(item.to, item.from + SHORTEST_MINUTES);
    group.push({ ...item, lane, lanes: 1 });
  }
  close();
  return placed;
}
