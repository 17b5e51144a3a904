/** Minutes of work that other tests show the rules of: `npm run proof` alone runs these. */
const PROVED_ALONE = [
  'auth/administrators-enumeration',
  'backup/kills',
  'calendar/whole-product',
  'clients/doors',
  'clients/sign-in-codes',
  'clients/sign-in-timing',
  'common/openapi-fuzz',
  'meetings/chaos',
  'meetings/chaos-device',
  'meetings/hour',
  'meetings/notetaker-hosts',
  'meetings/transcript-canaries',
  'processes/gateway-holds',
  'processes/many-processes',
  'session-notes/files-hostile',
  'session-notes/learned-risks',
  'session-notes/reading',
  'therapists/profile-images',
  'threats/doors[a-z-]*',
];

/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*.{int-spec,e2e-spec,proof-spec}.ts'],
  testPathIgnorePatterns: ['/node_modules/', `/test/(${PROVED_ALONE.join('|')})\\.proof-spec\\.ts$`],
  testEnvironment: '<rootDir>/test/harness/one-realm/environment.cjs',
  runtime: '<rootDir>/test/harness/one-realm/runtime.cjs',
  setupFiles: ['reflect-metadata', '<rootDir>/test/harness/typescript-children.cjs', '<rootDir>/test/harness/one-connection.ts'],
  transform: {
    '^.+\\.(t|j|mj)s$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  testTimeout: 60_000,
  maxWorkers: 2,
  workerIdleMemoryLimit: '700MB',
};
