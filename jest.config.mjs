import { TYPESCRIPT } from './scripts/lib/typescript.mjs';

/** Jest in ESM mode: Nest 12 is ESM only. */
export default {
  testEnvironment: '<rootDir>/test/support/jest/one-realm.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': ['@swc/jest', TYPESCRIPT],
    '/node_modules/.+\\.[cm]?js$': '<rootDir>/test/support/jest/packages-once.mjs',
  },
  transformIgnorePatterns: ['/node_modules/(@jest|jest-[^/]+|expect)/'],
  testMatch: [
    '<rootDir>/{apps,clients,libs,test}/**/*.spec.ts',
    '<rootDir>/test/**/*.{e2e,long}-spec.ts',
  ],
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  // Only a test that hangs takes this long: no limit depends on the speed of the machine.
  testTimeout: (process.env['TEST_LONG'] === 'on' ? 30 : 10) * 60_000,
  // Modules of finished files stay in memory, and what runs late in an old process runs slowly.
  workerIdleMemoryLimit: '700MB',
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
};
