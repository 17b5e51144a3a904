const HtmlWebpackPlugin = require('html-webpack-plugin');
const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const path = require('node:path');

const NAME = 'FirstFramePlugin';
const SOURCE = readFileSync(path.join(__dirname, 'first-frame.js'), 'utf8');
const FILE = `first-frame.${createHash('sha256').update(SOURCE).digest('hex').slice(0, 8)}.js`;

/**
 * Has the page's scripts asked for at once and begun after its first frame. Browsers take a script that is preloaded for unimportant and keep it waiting behind the
 * style sheets; on a slow line that costs a whole round trip.
 */
class FirstFramePlugin {
  apply(compiler) {
    const { RawSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tap({ name: NAME, stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL }, () => {
        compilation.emitAsset(FILE, new RawSource(SOURCE));
      });
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTags.tap(NAME, (data) => {
        const preloads = data.assetTags.scripts.map(({ attributes: { src } }) => tag('link', { rel: 'preload', as: 'script', href: src, fetchpriority: 'high', 'data-after-first-frame': true }));
        const starter = { ...tag('script', { defer: true, src: data.publicPath + FILE, fetchpriority: 'high' }), voidTag: false };
        return { ...data, assetTags: { ...data.assetTags, scripts: [...preloads, starter] } };
      });
    });
  }
}

function tag(tagName, attributes) {
  return { tagName, voidTag: true, attributes, meta: { plugin: NAME } };
}

module.exports = { FirstFramePlugin };
