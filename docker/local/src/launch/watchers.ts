import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { REMOTES } from '../stack/stack-options';
import type { Stack } from '../stack/stack';

const LOOK_EVERY_MS = 500;

/** Rebuilds on change; the backend's processes restart and open pages load again. Gives back how to end it. */
export async function startWatchers(stack: Stack): Promise<() => void> {
  const { root } = stack.settings;
  const frontends = ['shell', ...REMOTES].map((name) => join(root, 'frontends', name));
  const webpack = join(root, 'node_modules', 'webpack', 'bin', 'webpack.js');
  const builders = frontends.map((folder) => program('pages', [webpack, '--watch', '--mode', 'development'], folder));
  const watches = [
    onChange([join(root, 'backend', 'src')], () => void rebuildBackend(stack)),
    onChange(frontends.map((folder) => join(folder, 'dist')), () => stack.pageReload?.announce()),
  ];
  return () => {
    for (const watch of watches) clearInterval(watch);
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
 * Calls back when files below the folders have changed and then been quiet for one look. Looking beats the system's watching
 * here: editors and builds make files that are gone, or closed to us, by the time a watch is set on them.
 */
function onChange(folders: string[], work: () => void): NodeJS.Timeout {
  let told = signature(folders);
  let last = told;
  return setInterval(() => {
    const now = signature(folders);
    const isQuiet = now === last;
    last = now;
    if (!isQuiet || now === told) return;
    told = now;
    work();
  }, LOOK_EVERY_MS);
}

/** Count, sizes and times of all files. */
function signature(folders: string[]): string {
  let files = 0;
  let sum = 0;
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        visit(path);
        continue;
      }
      const stats = statSync(path, { throwIfNoEntry: false });
      files += 1;
      sum += (stats?.mtimeMs ?? 0) + (stats?.size ?? 0);
    }
  };
  for (const folder of folders) {
    try {
      visit(folder);
    } catch {
      // A folder that is being replaced: the next look finds it.
      files = -1;
    }
  }
  return `${files} ${sum}`;
}
