const fs = require('node:fs');
const path = require('node:path');
const { transformSync } = require('@swc/core');

/**
 * Reads the exports of a TypeScript module that holds only data (the shell's route table, a remote's pages). Nothing is
 * imported on its behalf: a lazy `import()` inside stays a function that nobody calls here.
 */
function loadDataModule(file) {
  if (!fs.existsSync(file)) throw new Error(`${path.relative(process.cwd(), file)} is missing`);
  const { code } = transformSync(fs.readFileSync(file, 'utf8'), {
    filename: file,
    configFile: false,
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  const module = { exports: {} };
  const refuse = (request) => {
    throw new Error(`${path.basename(file)} must hold data only, but it imports '${request}'`);
  };
  new Function('exports', 'require', 'module', code)(module.exports, refuse, module);
  return module.exports;
}

module.exports = { loadDataModule };
