/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
  testEnvironment: 'node',
  transform: {
    '^.+\\.(t|j)s$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' }, keepClassNames: true }, module: { type: 'commonjs' } }],
  },
  // ES modules that Jest on Node 20 cannot require; swc turns them into CommonJS.
  transformIgnorePatterns: ['/node_modules/(?!(chokidar|readdirp)/)'],
  // Whole products start in here; a busy machine takes its time.
  testTimeout: 240_000,
  maxWorkers: 2,
};
