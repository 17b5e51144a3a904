/**
 * Prints what each route costs before it can be used: the scripts (brotli) of the shell, the remote's container and the
 * route's own page, and how many files a browser asks for (document, scripts and styles). Run after a build:
 * `node frontends/webpack/route-weight.cjs [path]`. With a path it fails above the budget.
 */
const fs = require('node:fs');
const path = require('node:path');
const zlib = require('node:zlib');

const FRONTENDS = path.resolve(__dirname, '..');
const BUDGET = { bytes: 135_000, requests: 8 };

const readJson = (...parts) => JSON.parse(fs.readFileSync(path.join(FRONTENDS, ...parts), 'utf8'));
const brotliSize = (file) =>
  fs.existsSync(`${file}.br`) ? fs.statSync(`${file}.br`).size : zlib.brotliCompressSync(fs.readFileSync(file)).length;

/** The scripts and styles that a route needs, as paths on disk. */
function filesOf({ remote, page }) {
  const html = fs.readFileSync(path.join(FRONTENDS, 'shell/dist/index.html'), 'utf8');
  const shell = [...html.matchAll(/(?:src|href)="\/shell\/([^"]+\.(?:js|css))"/g)].map((match) => ['shell', match[1]]);
  const folder = remote.replaceAll('_', '-');
  const { entry, pages } = readJson(folder, 'dist/remote.json');
  const own = [entry, ...pages[page].js, ...pages[page].css].map((file) => [folder, file]);
  return [...shell, ...own].map(([app, file]) => path.join(FRONTENDS, app, 'dist', file));
}

function weigh(route) {
  const files = filesOf(route);
  const size = (extension) =>
    files.filter((file) => file.endsWith(extension)).reduce((sum, file) => sum + brotliSize(file), 0);
  return { path: route.path, scripts: size('.js'), styles: size('.css'), requests: files.length + 1 };
}

const [, , only] = process.argv;
const routes = readJson('shell/dist/route-manifest.json').filter(({ remote, path: address }) => remote && (!only || address === only));
const weights = routes.map(weigh);
for (const { path: address, scripts, styles, requests } of weights) {
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(9);
  console.log(`${address.padEnd(20)} scripts ${kilobytes(scripts)}  styles ${kilobytes(styles)}  requests ${requests}`);
}
const over = weights.filter(({ scripts, requests }) => scripts > BUDGET.bytes || requests > BUDGET.requests);
if (only && (over.length > 0 || weights.length === 0)) {
  console.error(`${only} is over its budget of ${BUDGET.bytes / 1000} kB and ${BUDGET.requests} requests, or unknown`);
  process.exitCode = 1;
}
