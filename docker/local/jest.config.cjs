/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
  testEnvironment: 'node',
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' }, keepClassNames: true }, module: { type: 'commonjs' } }],
  },
  // Whole products start in here; a busy machine takes its time.
  testTimeout: 240_000,
  maxWorkers: 2,
};
