import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const FRONTENDS = fileURLToPath(new URL('../../..', import.meta.url));
const REMOTES = fileURLToPath(new URL('./remotes.js', import.meta.url));
const PUBLIC_PATH = '/remotes/public-booking/';

/**
 * Builds shell and booking pages from the same sources and by the same recipe, without federation: one entry, each page a
 * file of its own. Laid out so that the page server treats it like the product, with the same preloads.
 * @param {string} folder becomes a folder of front-ends
 */
export async function buildWithoutFederation(folder) {
  const dist = join(folder, 'public-booking', 'dist');
  const { host } = require(join(FRONTENDS, 'webpack.base.cjs'));
  const config = host('shell')({}, { mode: 'production' });
  const compilation = await compile({
    ...config,
    context: join(FRONTENDS, 'shell'),
    output: { ...config.output, path: dist, publicPath: PUBLIC_PATH, clean: false },
    plugins: [...config.plugins.filter(({ constructor }) => constructor.name !== 'ModuleFederationPlugin'), remotesFromTheBuild()],
  });
  mkdirSync(join(folder, 'shell', 'dist'), { recursive: true });
  for (const file of ['index.html', 'route-manifest.json']) renameSync(join(dist, file), join(folder, 'shell', 'dist', file));
  writeFileSync(join(dist, 'remote.json'), JSON.stringify(describe(compilation)));
}

/**
 * Copies the product's front-ends without what the server draws their pages with: there is none in the single build either.
 * @param {string} folder becomes a folder of front-ends
 */
export function copyUndrawn(folder) {
  for (const app of ['shell', 'public-booking', 'therapist', 'client-portal', 'admin']) cpSync(join(FRONTENDS, app, 'dist'), join(folder, app, 'dist'), { recursive: true });
  const description = join(folder, 'public-booking', 'dist', 'remote.json');
  writeFileSync(description, JSON.stringify({ ...JSON.parse(readFileSync(description, 'utf8')), server: undefined }));
}

function remotesFromTheBuild() {
  const { NormalModuleReplacementPlugin } = require('webpack');
  return new NormalModuleReplacementPlugin(/\/browser-remotes$/, REMOTES);
}

function compile(config) {
  const webpack = require('webpack');
  const compiler = webpack(config);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      const problem = error ?? (stats.hasErrors() ? new Error(stats.toString('errors-only')) : null);
      compiler.close(() => (problem ? reject(problem) : resolve(stats.compilation)));
    });
  });
}

/** What the page server reads to preload a page's files. */
function describe(compilation) {
  const pages = {};
  for (const group of compilation.chunkGroups) {
    const request = group.origins.map((origin) => /^\.\/pages\/(.+)\.page$/.exec(origin.request ?? '')?.[1]).find(Boolean);
    if (!request) continue;
    const files = [...new Set(group.getFiles())];
    pages[request] = { js: files.filter((file) => file.endsWith('.js')), css: files.filter((file) => file.endsWith('.css')) };
  }
  const [entry] = compilation.entrypoints.get('shell').getFiles().filter((file) => file.endsWith('.js'));
  return { name: 'public_booking', entry, runtimeContract: 1, pages };
}
