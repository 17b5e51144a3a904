/** The heavy proofs, whole: `npm run proof` runs these with PROOF=full. */
module.exports = {
  ...require('./jest.config.cjs'),
  testMatch: ['<rootDir>/test/**/*.proof-spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 30 * 60_000,
  maxWorkers: 1,
};
