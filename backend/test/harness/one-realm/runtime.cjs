const { createRequire } = require('node:module');
const { sep } = require('node:path');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const LIBRARIES = `${sep}node_modules${sep}`;
/** What a worker compiled before, by file: each suite runs it anew, with modules of its own. */
const compiled = new Map();

/**
 * Each suite has our own modules anew, and the libraries that its worker has loaded already: nest, typeorm and what they need are 2,400 files, and
 * a suite that begins with all of them takes seconds before its first test. Goes with `environment.cjs`.
 */
module.exports = class OneRealmRuntime extends Runtime {
  constructor(config, environment, ...rest) {
    super(config, environment, ...rest);
    const { executor } = this.cjsLoader;
    executor.compile = (source, filename) => {
      const known = compiled.get(filename);
      if (known?.source === source) return known.run;
      const run = compileFunction(source, executor.injectedModuleParameters, { filename, importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER });
      compiled.set(filename, { source, run });
      return run;
    };
  }

  requireModule(from, moduleName, options, isRequireActual) {
    if (moduleName && !options?.isInternalModule && !this._resolution.isCoreModule(moduleName)) {
      const path = this._resolution.resolveCjs(from, moduleName);
      if (path.includes(LIBRARIES)) return createRequire(from)(moduleName);
    }
    return super.requireModule(from, moduleName, options, isRequireActual);
  }
};
