/** Unit and component tests of the shell, the remotes and shared-ui: `npx jest -c frontends/jest.config.cjs`. */
const path = require('node:path');

const root = path.resolve(__dirname, '..');
// Published as ES modules only, which jest on Node 20 cannot require as they are.
const ES_MODULES = ['openapi-fetch', 'sonner'];

module.exports = {
  rootDir: root,
  roots: ['<rootDir>/shared-ui/src', '<rootDir>/frontends'],
  testMatch: ['**/src/**/*.spec.{ts,tsx}', '<rootDir>/frontends/webpack/*.spec.ts'],
  testEnvironment: '<rootDir>/frontends/test-setup/browser.environment.cjs',
  testEnvironmentOptions: { url: 'http://localhost:3000/' },
  testTimeout: 60_000,
  setupFilesAfterEnv: ['<rootDir>/frontends/test-setup/after-env.ts'],
  moduleNameMapper: {
    '\\.module\\.css$': 'identity-obj-proxy',
    '\\.css$': '<rootDir>/frontends/test-setup/empty.cjs',
    '\\.(svg|webp|png)$': '<rootDir>/frontends/test-setup/empty.cjs',
  },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/'],
  transformIgnorePatterns: [`/node_modules/(?!(${ES_MODULES.join('|')})/)`],
  transform: {
    '\\.(m?js|tsx?)$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2022',
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
  },
};
