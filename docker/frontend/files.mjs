// Puts together what a front end's server hands out: this build, and the hashed files of earlier ones for as long as pages may be open that ask for them.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page that was opened before a change asks for its own build's scripts. */
const GRACE_MS = 30 * 86_400_000;
const HASHED = /\.[0-9a-f]{8,}\./;
/** In each image: when the files that are not of its own build were replaced. */
const KEPT = 'kept.json';

/**
 * @param {string} build the folder of a build
 * @param {string} into where all files are put together
 * @param {string} [previous] the same folder of the image before
 * @param {number} [now]
 * @returns {string[]} names of the files that are kept of earlier builds
 */
export function putTogether(build, into, previous, now = Date.now()) {
  mkdirSync(into, { recursive: true });
  const current = new Set(readdirSync(build));
  for (const name of current) if (!name.endsWith('.map')) cpSync(join(build, name), join(into, name), { recursive: true });
  const replaced = {};
  if (previous && existsSync(previous)) {
    const before = existsSync(join(previous, KEPT)) ? JSON.parse(readFileSync(join(previous, KEPT), 'utf8')) : {};
    for (const name of readdirSync(previous)) {
      if (!HASHED.test(name) || current.has(name)) continue;
      const since = before[name] ?? new Date(now).toISOString();
      if (now - Date.parse(since) > GRACE_MS) continue;
      replaced[name] = since;
      cpSync(join(previous, name), join(into, name));
    }
  }
  writeFileSync(join(into, KEPT), JSON.stringify(replaced));
  return Object.keys(replaced);
}

const [build, into, previous] = process.argv.slice(2);
if (process.argv[1]?.endsWith('files.mjs')) {
  const kept = putTogether(build, into, previous);
  process.stdout.write(`${readdirSync(into).length} files, ${kept.length} of them of earlier builds.\n`);
}
