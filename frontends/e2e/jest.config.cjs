/** Journeys: one browser and one stack per file, two files at a time. */
module.exports = {
  rootDir: __dirname,
  testMatch: ['<rootDir>/journeys/**/*.e2e-spec.ts'],
  globalSetup: '<rootDir>/harness/prepare-stack.ts',
  globalTeardown: '<rootDir>/harness/remove-prepared-stack.ts',
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } }] },
  // The longest look at a dozen screens each; on a slow machine that takes minutes.
  testTimeout: 300_000,
  maxWorkers: 2,
};
