/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
  testEnvironment: 'node',
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' }, keepClassNames: true }, module: { type: 'commonjs' } }],
  },
  testTimeout: 60_000,
  maxWorkers: 2,
};
