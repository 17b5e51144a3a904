import { spawn, type ChildProcess } from 'node:child_process';
import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { REMOTES } from '../stack/stack-options';
import type { Stack } from '../stack/stack';

/** A build writes many files: what follows waits until it has been quiet this long. */
const QUIET_MS = 400;

/** Rebuilds on change; the backend's processes restart and open pages load again. Gives back how to end it. */
export async function startWatchers(stack: Stack): Promise<() => void> {
  const { root } = stack.settings;
  const program = (...path: string[]): string => join(root, 'node_modules', ...path);
  const builders = [
    builder('backend', [program('@swc', 'cli', 'bin', 'swc.js'), 'src', '-d', 'dist', '--strip-leading-paths', '--ignore', '**/*.spec.ts', '--watch'], join(root, 'backend')),
    ...['shell', ...REMOTES].map((name) =>
      builder(name, [program('webpack', 'bin', 'webpack.js'), '--watch', '--mode', 'development'], join(root, 'frontends', name)),
    ),
  ];
  const reload = debounced(() => stack.pageReload?.announce());
  const restart = debounced(() => void Promise.all([stack.api.restart(), stack.worker.restart()]));
  const watchers = [
    watched(join(root, 'backend', 'dist'), restart),
    ...['shell', ...REMOTES].map((name) => watched(join(root, 'frontends', name, 'dist'), reload)),
  ];
  return () => {
    for (const watcher of watchers) watcher.close();
    for (const child of builders) child.kill('SIGTERM');
  };
}

function builder(name: string, args: string[], cwd: string): ChildProcess {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (/error|cannot|failed/i.test(line)) console.error(`[build ${name}] ${line}`);
    });
  }
  child.once('exit', (code) => {
    if (code !== null && code !== 0) console.error(`[build ${name}] ended with code ${code}`);
  });
  return child;
}

function watched(folder: string, onChange: () => void): FSWatcher {
  return watch(folder, { recursive: true }, onChange);
}

function debounced(work: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, QUIET_MS);
  };
}
