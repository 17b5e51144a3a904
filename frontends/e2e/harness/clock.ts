import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { BrowserContext } from 'playwright-core';

/** The clock of a product and of its visitors' browsers, which can be put forward. */
export interface MovedClock {
  /** What the product's processes are started with. */
  env: Record<string, string>;
  /** Puts the product's clock forward to this moment; it runs on from there. */
  moveTo(moment: Date): Promise<void>;
  /** Gives a browser the same time. */
  tell(context: BrowserContext): Promise<void>;
  remove(): void;
}

/** Longer than the processes wait before they look again. */
const NOTICED_MS = 400;

export function movedClock(): MovedClock {
  const folder = mkdtempSync(join(tmpdir(), 'attune-clock-'));
  const file = join(folder, 'moved');
  let moved = 0;
  return {
    env: { NODE_OPTIONS: `--require=${resolve(__dirname, 'moved-clock.cjs')}`, MOVED_CLOCK_FILE: file },
    moveTo: async (moment) => {
      moved = moment.getTime() - Date.now();
      writeFileSync(`${file}.new`, String(moved));
      renameSync(`${file}.new`, file);
      await new Promise((noticed) => setTimeout(noticed, NOTICED_MS));
    },
    tell: (context) => context.clock.setSystemTime(Date.now() + moved),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
