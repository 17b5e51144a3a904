const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const HtmlWebpackPlugin = require('html-webpack-plugin');

const NAME = 'FirstFramePlugin';
const SOURCE = readFileSync(path.join(__dirname, 'first-frame.js'), 'utf8');
const FILE = `first-frame.${createHash('sha256').update(SOURCE).digest('hex').slice(0, 8)}.js`;

/**
 * Has the page's scripts asked for at once, before all that is less urgent, and begun by `first-frame.js`. A file of its own, because the
 * pages' policy allows no script within them.
 */
class FirstFramePlugin {
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tap({ name: NAME, stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL }, () => {
        compilation.emitAsset(FILE, new sources.RawSource(SOURCE), { immutable: true });
      });
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTagGroups.tap(NAME, ({ headTags, bodyTags, ...data }) => {
        const files = headTags.filter(({ tagName }) => tagName === 'script').map(({ attributes }) => attributes.src);
        const preloads = files.map((href) => tag('link', { rel: 'preload', as: 'script', href, fetchpriority: 'high' }));
        // Asked for last: it is needed last, and a browser asks an older server for six files at a time.
        const starter = tag('script', { defer: true, src: data.publicPath + FILE, 'data-scripts': files.join(' '), fetchpriority: 'high' });
        return { ...data, headTags: [...preloads, ...headTags.filter(({ tagName }) => tagName !== 'script')], bodyTags: [...bodyTags, starter] };
      });
    });
  }
}

function tag(tagName, attributes) {
  return { tagName, voidTag: tagName === 'link', attributes, meta: { plugin: NAME } };
}

module.exports = { FirstFramePlugin };
