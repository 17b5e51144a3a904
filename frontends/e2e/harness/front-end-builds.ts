import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const FRONTENDS = resolve(__dirname, '../..');
const WEBPACK = resolve(FRONTENDS, '../node_modules/webpack-cli/bin/cli.js');
const run = promisify(execFile);

/** Copies the built front-ends, so that a test may change them. */
export function copyBuilds(target: string): void {
  const source = process.env['TEST_FRONTENDS'] ?? FRONTENDS;
  for (const app of ['shell', 'public-booking', 'therapist', 'client-portal', 'admin']) {
    cpSync(join(source, app, 'dist'), join(target, app, 'dist'), { recursive: true });
  }
}

/** Builds a remote into a folder by its own recipe, with one text of its sources changed. */
export async function rebuildRemote(remote: string, change: { file: string; from: string; to: string }, workshop: string): Promise<string> {
  const dist = join(workshop, 'dist');
  const loader = join(workshop, 'change-text.cjs');
  writeFileSync(
    loader,
    `module.exports = (source) => {
      const { from, to } = ${JSON.stringify(change)};
      if (!source.includes(from)) throw new Error('The text to change is not there: ' + from);
      return source.replace(from, to);
    };`,
  );
  const config = join(workshop, 'webpack.config.cjs');
  const recipe = join(FRONTENDS, remote, 'webpack.config.cjs');
  writeFileSync(
    config,
    `module.exports = (env, argv) => {
      const config = require(${JSON.stringify(recipe)})(env, argv);
      const resource = ${JSON.stringify(join(FRONTENDS, remote, 'src', change.file))};
      config.module.rules.push({ resource, enforce: 'pre', loader: ${JSON.stringify(loader)} });
      return { ...config, output: { ...config.output, path: ${JSON.stringify(dist)}, clean: false } };
    };`,
  );
  const env = { ...process.env, NODE_ENV: 'production' };
  await run(process.execPath, [WEBPACK, '--mode', 'production', '--config', config], { cwd: join(FRONTENDS, remote), env });
  return dist;
}

/** As the README says it: the hashed files first, then `remote.json`, at once. Nothing is taken away. */
export function deploy(build: string, live: string): void {
  cpSync(build, live, { recursive: true, filter: (path) => !path.endsWith('remote.json') });
  describeRemote(live, readFileSync(join(build, 'remote.json'), 'utf8'));
}

/** Replaces what a live remote says of itself. */
export function describeRemote(live: string, description: string): void {
  const next = join(live, 'remote.next.json');
  writeFileSync(next, description);
  renameSync(next, join(live, 'remote.json'));
}

/** Names and contents of all files below a folder, as one digest. */
export function digestOf(folder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(path));
  return hash.digest('hex');
}
