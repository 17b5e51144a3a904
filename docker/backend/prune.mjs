// Takes from installed packages what no process of the backend reads: an image is fetched by every machine, each time it changes.
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with node_modules, and where a speech model's engine is put. */
const [root, speech] = process.argv.slice(2);
const modules = join(root, 'node_modules');

/** Types, maps and words for people. */
const UNREAD = /\.(?:d\.[cm]?ts|[cm]?ts\.map|[cm]?js\.map|css\.map|map|md|markdown|flow|tsbuildinfo)$|^(?:CHANGELOG|HISTORY|AUTHORS|CONTRIBUTING)(?:\..*)?$/i;
/** Whole folders and files, by package; `keep` names what stays of many. */
const PARTS = [
  // Of three hundred of Google's interfaces the product speaks one.
  { folder: 'googleapis/build/src/apis', keep: /^(?:calendar|index\.js)$/ },
  // The engine for trained models alone, as a file; the same as text is for browsers.
  { folder: 'tesseract.js-core', keep: /^(?:package\.json|LICENSE|tesseract-core(?:-relaxedsimd|-simd)?-lstm\.(?:js|wasm))$/ },
  { folder: 'tesseract.js/dist', keep: /^$/ },
  { folder: 'pdfjs-dist', keep: /^(?:package\.json|LICENSE|legacy|cmaps|standard_fonts|wasm|iccs)$/ },
  { folder: 'pdfjs-dist/legacy', keep: /^build$/ },
  { folder: 'pdfjs-dist/legacy/build', keep: /^pdf(?:\.worker)?\.mjs$/ },
  { folder: 'typeorm/browser', keep: /^$/ },
  { folder: 'zlibjs', keep: /^(?:package\.json|LICENSE)$/ },
  // For a compiler's plugin, and for pages that show the contract: neither is there in production.
  { folder: 'typescript', keep: /^$/ },
  { folder: 'swagger-ui-dist', keep: /^(?:package\.json|LICENSE|absolute-path\.js|index\.js)$/ },
  ...['deu', 'eng', 'spa'].map((language) => ({ folder: `@tesseract.js-data/${language}`, keep: /^(?:package\.json|4\.0\.0_best_int|index\.js)$/ })),
];
/** A speech model's engine is the larger worker's alone. */
const SPEECH = /^sherpa-onnx/;

function bytesOf(path) {
  const found = lstatSync(path);
  return found.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0) : found.size;
}

function removeUnread(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeUnread(path);
    else if (UNREAD.test(entry.name)) rmSync(path);
  }
}

const before = bytesOf(root);
for (const { folder, keep } of PARTS) {
  const path = join(modules, folder);
  if (!existsSync(path) || !statSync(path).isDirectory()) throw new Error(`${folder} is not there any more: look what takes its place.`);
  for (const name of readdirSync(path)) if (!keep.test(name)) rmSync(join(path, name), { recursive: true });
}
mkdirSync(speech, { recursive: true });
for (const name of readdirSync(modules).filter((each) => SPEECH.test(each))) {
  cpSync(join(modules, name), join(speech, name), { recursive: true });
  rmSync(join(modules, name), { recursive: true });
}
for (const folder of [modules, join(root, 'backend/node_modules')]) if (existsSync(folder)) removeUnread(folder);
process.stdout.write(`${Math.round(before / 1e6)} MB of packages, ${Math.round(bytesOf(root) / 1e6)} MB of them are read.\n`);
