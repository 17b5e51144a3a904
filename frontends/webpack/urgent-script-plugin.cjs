const HtmlWebpackPlugin = require('html-webpack-plugin');

const NAME = 'UrgentScriptPlugin';

/**
 * Has the shell's script asked for first. Browsers take a deferred script for unimportant and keep it waiting behind the
 * style sheets and preloads; on a slow line that costs a whole round trip.
 */
class UrgentScriptPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTags.tap(NAME, (data) => {
        for (const { attributes } of data.assetTags.scripts) attributes.fetchpriority = 'high';
        return data;
      });
    });
  }
}

module.exports = { UrgentScriptPlugin };
