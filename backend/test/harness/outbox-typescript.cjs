/** Lets a plain `node --require` run the sources as they are, for tests that need a process of its own to kill. */
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { tmpdir, userInfo } = require('node:os');
const { join } = require('node:path');
const { version } = require('@swc/core/package.json');

const configFile = join(__dirname, '..', '..', '.swcrc');
const config = readFileSync(configFile, 'utf8');
/** What was compiled before, by all that it depends on: a worker is 900 files, and some tests start dozens. */
const folder = join(tmpdir(), `attune-typescript-${userInfo().uid}`);
mkdirSync(folder, { recursive: true, mode: 0o700 });

require.extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  const kept = join(folder, createHash('sha256').update(JSON.stringify([version, config, filename, source])).digest('hex'));
  module._compile(existsSync(kept) ? readFileSync(kept, 'utf8') : compile(filename, source, kept), filename);
};

function compile(filename, source, kept) {
  const { code } = require('@swc/core').transformSync(source, { configFile, filename, sourceMaps: 'inline' });
  const unnamed = `${kept}.${process.pid}`;
  writeFileSync(unnamed, code);
  renameSync(unnamed, kept);
  return code;
}
