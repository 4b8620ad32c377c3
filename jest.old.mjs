import base from './jest.config.mjs';
const { transformIgnorePatterns: _, ...rest } = base;
export default { ...rest, rootDir: '/tmp/m/store', testEnvironment: 'node', transform: { '^.+\\.ts$': base.transform['^.+\\.ts$'] } };
