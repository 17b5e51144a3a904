// The entry of every root command: makes sure that packages and builds are there, then hands over to the built launcher.
// Plain Node on purpose: on a fresh clone nothing is installed yet.
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWhenNeeded, forgetBuild } from './bootstrap/build.mjs';
import { childEnvironment } from './bootstrap/environment.mjs';
import { installWhenNeeded } from './bootstrap/install.mjs';
import { Sorry } from './bootstrap/stage.mjs';

const COMMANDS = {
  start: 'start.js',
  dev: 'dev.js',
  test: 'run-tests.js',
  e2e: 'run-tests.js',
  proof: 'run-tests.js',
  bench: 'run-tests.js',
  admin: 'backend-command.js',
  audit: 'backend-command.js',
  keys: 'backend-command.js',
  storage: 'backend-command.js',
  backup: 'backend-command.js',
  practice: 'backend-command.js',
  bot: 'backend-command.js',
};

async function main() {
  const [command = '', ...rest] = process.argv.slice(2);
  const script = COMMANDS[command];
  if (script === undefined) throw new Sorry(`Usage: node docker/local/bootstrap.mjs ${Object.keys(COMMANDS).join('|')}`);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Sorry(`Attune needs Node 20.19 or newer; this is ${process.version}. Install a newer Node and run the command again.`);
  }
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
  process.chdir(root);
  const env = childEnvironment(root);
  await installWhenNeeded(root, env);
  await buildWhenNeeded(root, env);
  // Watching writes development builds over the built ones: the next start has to put them back.
  if (command === 'dev') forgetBuild(root);
  if (script === 'run-tests.js') process.argv = [process.argv[0], process.argv[1], command, ...rest];
  // In this very process: one process less, and Ctrl-C reaches the launcher itself.
  createRequire(import.meta.url)(join(root, 'docker', 'local', 'dist', script));
}

main().catch((error) => {
  console.error(error instanceof Sorry ? `\n${error.message}` : error);
  if (COMMANDS[process.argv[2]] === 'run-tests.js') console.log('0 passed, 1 failed');
  process.exit(1);
});
