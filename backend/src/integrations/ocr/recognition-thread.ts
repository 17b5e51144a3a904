import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';

/**
 * The thread that tesseract.js starts: its own, but language data comes from the packages that carry it and from nowhere else; there is
 * nothing that could fetch any.
 */
interface Handlers {
  setAdapter(adapter: object): void;
  dispatchHandlers(packet: unknown, answer: (told: unknown) => void): void;
}

const load = createRequire(__filename);
const handlers = load('tesseract.js/src/worker-script') as Handlers;
const refuse = (): Promise<never> => Promise.reject(new Error('Language data is not downloaded.'));

/** @param path `<code>.traineddata.gz`, in whatever folder */
function packagedLanguage(path: string): Promise<Buffer> {
  const file = basename(path);
  const code = file.slice(0, file.indexOf('.'));
  return readFile(join(dirname(load.resolve(`@tesseract.js-data/${code}/package.json`)), '4.0.0_best_int', file));
}

handlers.setAdapter({
  getCore: load('tesseract.js/src/worker-script/node/getCore') as unknown,
  gunzip: gunzipSync,
  fetch: refuse,
  readCache: packagedLanguage,
  writeCache: refuse,
  deleteCache: refuse,
  checkCache: () => Promise.resolve(false),
});
parentPort?.on('message', (packet) => handlers.dispatchHandlers(packet, (told) => parentPort?.postMessage(told)));
