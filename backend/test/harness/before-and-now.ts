/** Nobody wrote down a figure then. */
export const NOT_NOTED = 'not noted';

/** A line of `npm run proof`: what an attack came to on the running product once, and what comes of it now. */
export function print(what: string, before: unknown, now: unknown): void {
  process.stdout.write(`    ${what}: before ${String(before)}, now ${String(now)}\n`);
}
