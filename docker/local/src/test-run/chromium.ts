import { execFile } from 'node:child_process';
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { LaunchError } from '../process/launch-error';

export interface TestBrowser {
  path: string;
  version: string;
  source: string;
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const run = promisify(execFile);

/** The browser for journeys: the given one, the machine's, else the one that came with the packages, unpacked into `folder`. */
export async function findChromium(folder: string): Promise<TestBrowser> {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') return known(given, 'CHROMIUM_PATH');
  const installed = onPath();
  if (installed !== null) return known(installed, 'on PATH');
  return known(await unpacked(folder), 'from the packages');
}

async function known(path: string, source: string): Promise<TestBrowser> {
  try {
    const { stdout } = await run(path, ['--version', '--no-sandbox'], { timeout: 60_000 });
    return { path, version: stdout.trim().replace(/^[^\d]*([\d.]+).*$/s, '$1'), source };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LaunchError(`Chromium (${source}: ${path}) does not start here. Set CHROMIUM_PATH to one that does.\n${reason}`);
  }
}

function onPath(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const name of NAMES) {
    for (const folder of folders) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Look further.
      }
    }
  }
  return null;
}

/**
 * A script that starts the unpacked browser with its own libraries and fonts, so that nothing else sees them. Of the package's
 * arguments only what an unprivileged browser without a helper process needs: those that weaken the web's rules would make
 * the journeys prove less.
 */
async function unpacked(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
  let output: string;
  try {
    output = (await run(process.execPath, [join(__dirname, 'unpack-chromium.js')], { env, timeout: 120_000 })).stdout;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LaunchError(`There is no Chromium on this machine and the packaged one could not be unpacked. Set CHROMIUM_PATH.\n${reason}`);
  }
  const { path, libraries } = JSON.parse(output) as { path: string; libraries: string[] };
  const fonts = join(folder, 'fonts');
  writeFileSync(join(fonts, 'fonts.conf'), fontSettings(fonts, join(folder, 'font-cache')));
  const script = join(folder, 'start-chromium');
  const lines = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH='${libraries.join(':')}'`,
    `export FONTCONFIG_PATH='${fonts}'`,
    `exec '${path}' --no-sandbox --disable-setuid-sandbox --no-zygote --in-process-gpu --use-gl=angle --use-angle=swiftshader --enable-unsafe-swiftshader "$@"`,
  ];
  writeFileSync(script, `${lines.join('\n')}\n`, { mode: 0o755 });
  return script;
}

/** The package's own settings look for its fonts in /tmp; without any font the browser ends at the first text. */
function fontSettings(fonts: string, cache: string): string {
  const folders = [fonts, '/usr/share/fonts', '/usr/local/share/fonts'].map((path) => `<dir>${path}</dir>`).join('');
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders}<cachedir>${cache}</cachedir></fontconfig>\n`;
}
