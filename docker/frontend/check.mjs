// Whether a built front end fits what is live: node docker/frontend/check.mjs <shell or a remote> <its dist folder> <live origin>
// A remote must be of the live shell's runtime contract, and a shell of that of every live remote; else people see "reload to update" until the other follows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [name, dist, origin] = process.argv.slice(2);

/** @throws Error in a sentence */
async function liveJson(path) {
  const answer = await fetch(new URL(path, origin), { signal: AbortSignal.timeout(10_000), redirect: 'error' }).catch((error) => {
    throw new Error(`${origin} cannot be reached: ${error.cause?.code ?? error.message}`);
  });
  if (!answer.ok) throw new Error(`${path} of ${origin} answers ${answer.status}.`);
  return answer.json();
}

/** @returns {Promise<string[]>} what does not fit */
async function misfits() {
  const isShell = name === 'shell';
  const { runtimeContract } = JSON.parse(readFileSync(join(dist, isShell ? 'shell.json' : 'remote.json'), 'utf8'));
  if (!isShell) {
    const live = await liveJson('/shell/shell.json');
    return live.runtimeContract === runtimeContract ? [] : [`The live shell is of runtime contract ${live.runtimeContract}, this build of ${name} of ${runtimeContract}: publish the shell first, or build from its release.`];
  }
  const { remotes } = await liveJson('/remotes.json');
  return remotes.flatMap((remote) => {
    if (remote.unavailable) return [`${remote.name} is not available just now: whether it fits cannot be told.`];
    return remote.runtimeContract === runtimeContract ? [] : [`The live ${remote.name} is of runtime contract ${remote.runtimeContract}, this shell of ${runtimeContract}: publish them together.`];
  });
}

try {
  if (!name || !dist || !origin) throw new Error('Usage: node docker/frontend/check.mjs <shell or a remote> <its dist folder> <live origin>');
  const found = await misfits();
  process.stdout.write(found.length === 0 ? `${name} fits what is live.\n` : `${found.join('\n')}\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
