const path = require('node:path');
const { loadDataModule } = require('./data-module.cjs');
const { serverFileOf } = require('./server-file-plugin.cjs');

const NAME = 'RemoteManifestPlugin';

/**
 * Writes `remote.json`: the container's file, the runtime contract it was built for, and for each page the files to load
 * beyond the container; and its file for the server, where it has one. The page server reads it to list the remote, to preload a route's files
 * and to draw its pages.
 */
class RemoteManifestPlugin {
  constructor({ name }) {
    this.name = name;
  }

  apply(compiler) {
    const pagesFile = path.join(compiler.context, 'src', 'pages.ts');
    // Read at once, so that a remote without pages stops with one clear sentence instead of a broken container.
    loadDataModule(pagesFile);
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        if (compilation.errors.length > 0) return;
        const { pages, runtimeContract } = loadDataModule(pagesFile);
        const manifest = {
          name: this.name,
          entry: entryFile(compilation, this.name),
          runtimeContract,
          server: serverFileOf(compilation),
          pages: pageFiles(compilation, pagesFile, Object.keys(pages)),
        };
        const source = new compiler.webpack.sources.RawSource(`${JSON.stringify(manifest, null, 2)}\n`);
        compilation.emitAsset('remote.json', source);
      });
    });
  }
}

function entryFile(compilation, name) {
  const files = compilation.entrypoints.get(name)?.getFiles().filter((file) => file.endsWith('.js')) ?? [];
  if (files.length !== 1) throw new Error(`${name}: expected one container file, found [${files.join(', ')}]`);
  return files[0];
}

function pageFiles(compilation, pagesFile, pageNames) {
  const module = [...compilation.modules].find((candidate) => holds(candidate, pagesFile));
  if (!module) throw new Error(`${pagesFile} is not part of the build`);
  const shared = [...compilation.chunkGraph.getModuleChunks(module)];
  const files = {};
  for (const page of pageNames) {
    const block = module.blocks.find((candidate) => candidate.request === `./pages/${page}.page`);
    if (!block) throw new Error(`src/pages.ts: page '${page}' must be () => import('./pages/${page}.page')`);
    const group = compilation.chunkGraph.getBlockChunkGroup(block);
    files[page] = filesByKind([...shared, ...(group?.chunks ?? [])]);
  }
  return files;
}

function holds(module, file) {
  return module.resource === file || module.rootModule?.resource === file;
}

function filesByKind(chunks) {
  const all = [...new Set(chunks.flatMap((chunk) => [...chunk.files]))];
  return { js: all.filter((file) => file.endsWith('.js')), css: all.filter((file) => file.endsWith('.css')) };
}

module.exports = { RemoteManifestPlugin };
