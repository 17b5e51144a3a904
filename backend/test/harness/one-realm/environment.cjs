const { default: NodeEnvironment } = require('jest-environment-node');

/**
 * Tests run in the worker's own realm instead of one of their own, so that libraries loaded once serve all suites of a worker
 * (see `runtime.cjs`). What a suite adds to the globals and changes in `process.env` is undone after it.
 */
module.exports = class OneRealmEnvironment extends NodeEnvironment {
  constructor(config, context) {
    super(config, context);
    this.globalsBefore = new Map(Reflect.ownKeys(globalThis).map((key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)]));
    this.envBefore = { ...process.env };
    this.exitBefore = process.exit;
    this.global = globalThis;
    this.moduleMocker = new this.moduleMocker.constructor(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new this.fakeTimersModern.constructor({ config: config.projectConfig, global: globalThis });
  }

  async teardown() {
    await super.teardown();
    for (const key of Reflect.ownKeys(globalThis)) {
      const before = this.globalsBefore.get(key);
      if (before === undefined) Reflect.deleteProperty(globalThis, key);
      else if (before.configurable) Object.defineProperty(globalThis, key, before);
    }
    for (const name of Object.keys(process.env)) if (!(name in this.envBefore)) delete process.env[name];
    Object.assign(process.env, this.envBefore);
    process.exit = this.exitBefore;
    this.global = null;
  }
};
