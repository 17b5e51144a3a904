const path = require('node:path');
const { loadDataModule } = require('./data-module.cjs');

const NAME = 'RouteManifestPlugin';

/**
 * Writes `route-manifest.json` from the shell's one route table, for the server that answers the pages, and `shell.json` with the runtime contract that remotes
 * have to be built for, for whoever publishes one.
 */
class RouteManifestPlugin {
  apply(compiler) {
    const tableFile = path.join(compiler.context, 'src', 'routes.ts');
    const contractFile = path.join(compiler.context, '..', '..', 'shared-ui', 'src', 'runtime', 'contract.ts');
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const stage = compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        const { routes } = loadDataModule(tableFile);
        const source = new compiler.webpack.sources.RawSource(`${JSON.stringify(routes, null, 2)}\n`);
        compilation.emitAsset('route-manifest.json', source);
        const { RUNTIME_CONTRACT: runtimeContract } = loadDataModule(contractFile);
        compilation.emitAsset('shell.json', new compiler.webpack.sources.RawSource(`${JSON.stringify({ runtimeContract })}\n`));
      });
    });
  }
}

module.exports = { RouteManifestPlugin };
