import { spawn, type ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { REMOTES } from '../stack/stack-options';
import type { Stack } from '../stack/stack';

const LOOK_EVERY_MS = 500;
/** Longer than one look: a file that is being written changes at each. */
const QUIET_MS = 700;

/** Rebuilds on change; the backend's processes restart and open pages load again. Gives back how to end it. */
export async function startWatchers(stack: Stack): Promise<() => void> {
  const { root } = stack.settings;
  const frontends = ['shell', ...REMOTES].map((name) => join(root, 'frontends', name));
  const webpack = join(root, 'node_modules', 'webpack', 'bin', 'webpack.js');
  const builders = frontends.map((folder) => program('pages', [webpack, '--watch', '--mode', 'development'], folder));
  const endWatches = await Promise.all([
    onChange([join(root, 'backend', 'src')], () => void rebuildBackend(stack)),
    onChange(frontends.map((folder) => join(folder, 'dist')), () => stack.pageReload?.announce()),
  ]);
  return () => {
    for (const endWatch of endWatches) void endWatch();
    for (const child of builders) child.kill('SIGTERM');
  };
}

/** The whole backend compiles in about a second; what does not compile leaves the running one alone. */
async function rebuildBackend(stack: Stack): Promise<void> {
  const { root } = stack.settings;
  const swc = join(root, 'node_modules', '@swc', 'cli', 'bin', 'swc.js');
  const args = [swc, 'src', '-d', 'dist', '--strip-leading-paths', '--ignore', '**/*.spec.ts'];
  const build = program('backend', args, join(root, 'backend'));
  const code = await new Promise<number | null>((resolve) => build.once('close', resolve));
  if (code !== 0) return;
  console.log('Backend changed: starting it again.');
  await Promise.all([stack.api.restart(), stack.worker.restart()]);
  stack.pageReload?.announce();
}

function program(name: string, args: string[], cwd: string): ChildProcess {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (/error|cannot|failed/i.test(line)) console.error(`[build ${name}] ${line}`);
    });
  }
  return child;
}

/**
 * Calls back when files below the folders have changed and then been quiet for a moment. Looking beats the system's watching
 * here: editors and builds make files that are gone, or closed to us, by the time a watch is set on them.
 */
export async function onChange(folders: string[], work: () => void): Promise<() => Promise<void>> {
  // An ES module: Node would warn on the terminal were it required.
  const { watch } = await import('chokidar');
  const isWithin = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder}/`);
  let quiet: NodeJS.Timeout | undefined;
  // From the folder above, so that one which is deleted and made again is found again.
  const looker = watch(folders.map((folder) => dirname(folder)), {
    ignored: (path) => !folders.some((folder) => isWithin(path, folder) || isWithin(folder, path)),
    ignoreInitial: true,
    usePolling: true,
    interval: LOOK_EVERY_MS,
    binaryInterval: LOOK_EVERY_MS,
  });
  looker.on('all', () => {
    clearTimeout(quiet);
    quiet = setTimeout(work, QUIET_MS);
  });
  // A file that may not be read: the others are looked at all the same.
  looker.on('error', () => undefined);
  return () => {
    clearTimeout(quiet);
    return looker.close();
  };
}
