const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const NAME = 'ServerFilePlugin';
const FILE = /^server\.[0-9a-f]{8}\.cjs$/;

/**
 * Builds `src/server.*`, where an app has one, into a single file with which the page server draws its pages: `server.<hash>.cjs`. It is made
 * within the browser's own build, so that both are always of the same sources. Not while somebody works on it: builds stay quick then, and
 * pages begin with their introduction.
 */
class ServerFilePlugin {
  /** @param recipe makes the server's configuration out of the app's folder and entry */
  constructor(recipe) {
    this.recipe = recipe;
  }

  apply(compiler) {
    const { webpack } = compiler;
    const entry = ['server.ts', 'server.tsx'].map((file) => path.join(compiler.context, 'src', file)).find((file) => fs.existsSync(file));
    if (!entry || compiler.options.mode !== 'production') return;
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tapPromise({ name: NAME, stage }, async () => {
        const config = this.recipe(compiler.context, entry);
        // Whatever is done to the app's sources before anything else is done here as well.
        const first = compiler.options.module.rules.filter(({ enforce }) => enforce === 'pre');
        const built = await build(webpack, { ...config, module: { ...config.module, rules: [...first, ...config.module.rules] } });
        compilation.fileDependencies.addAll(built.fileDependencies);
        compilation.errors.push(...built.errors);
        if (built.errors.length > 0) return;
        const [name] = Object.keys(built.assets);
        const code = built.assets[name].source();
        const hash = createHash('sha256').update(code).digest('hex').slice(0, 8);
        compilation.emitAsset(`server.${hash}.cjs`, new webpack.sources.RawSource(code), { immutable: true, minimized: true });
      });
    });
  }
}

/** Nothing is written: the one file becomes part of the browser's build. */
function build(webpack, config) {
  const compiler = webpack(config);
  compiler.hooks.shouldEmit.tap(NAME, () => false);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => compiler.close(() => (error ? reject(error) : resolve(stats.compilation))));
  });
}

/** The name of a build's file for the server, or undefined. */
function serverFileOf(compilation) {
  return Object.keys(compilation.assets).find((name) => FILE.test(name));
}

module.exports = { ServerFilePlugin, serverFileOf };
