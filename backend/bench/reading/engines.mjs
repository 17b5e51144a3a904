// What reads a picture of a page: the product's own process, and the command line of tesseract where the machine has one.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);

/** @typedef {{ name: string, read: (picture: Buffer) => Promise<{ text: string, confidence: number | null }>, stop: () => Promise<void> | void }} Engine */

/** @returns {Engine} the product's reader, with the built product's code */
export function ownEngine(languages = ['eng', 'deu', 'spa']) {
  const { PageReader } = require('../../dist/integrations/ocr/page-reader.js');
  const reader = new PageReader({ ocrLanguages: languages });
  return {
    name: `this product (tesseract.js, ${languages.join('+')})`,
    read: (picture) => reader.readPage({ id: randomUUID(), mediaType: picture[0] === 0xff ? 'image/jpeg' : 'image/png', content: () => Promise.resolve(picture) }, 1),
    stop: () => reader.beforeApplicationShutdown(),
  };
}

/** @returns {Engine[]} with its own English data, and with the data that the product carries; none where there is no such command */
export function commandLineEngines(languages = ['eng', 'deu', 'spa']) {
  const found = spawnSync('tesseract', ['--version'], { encoding: 'utf8' });
  if (found.status !== 0) return [];
  const version = /^tesseract (\S+)/.exec(found.stdout + found.stderr)?.[1] ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'attune-bench-'));
  for (const code of languages) {
    const packed = join(dirname(require.resolve(`@tesseract.js-data/${code}/package.json`)), '4.0.0_best_int', `${code}.traineddata.gz`);
    writeFileSync(join(folder, `${code}.traineddata`), gunzipSync(readFileSync(packed)));
  }
  const engine = (name, options) => ({
    name,
    read: (picture) => {
      const file = join(folder, 'page');
      writeFileSync(file, picture);
      // As patient as the product's process: on a machine that does something else the two would not get the same share of it.
      const text = execFileSync('nice', ['-n', String(constants.priority.PRIORITY_BELOW_NORMAL), 'tesseract', file, '-', '--oem', '1', ...options], { encoding: 'utf8', env: { ...process.env, OMP_THREAD_LIMIT: '1' }, stdio: ['ignore', 'pipe', 'ignore'] });
      return Promise.resolve({ text, confidence: null });
    },
    stop: () => rmSync(folder, { recursive: true, force: true }),
  });
  return [engine(`tesseract ${version}, its own data, eng`, ['-l', 'eng']), engine(`tesseract ${version}, our data, ${languages.join('+')}`, ['--tessdata-dir', folder, '-l', languages.join('+')])];
}
