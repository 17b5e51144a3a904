/** Lets a plain `node --require` run the sources as they are, for tests that need a process of its own to kill. */
const { transformFileSync } = require('@swc/core');
const { join } = require('node:path');

const configFile = join(__dirname, '..', '..', '.swcrc');
require.extensions['.ts'] = (module, filename) => {
  module._compile(transformFileSync(filename, { configFile, sourceMaps: 'inline' }).code, filename);
};
