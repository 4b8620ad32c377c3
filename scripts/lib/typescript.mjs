/**
 * Options that compile TypeScript to JavaScript for the build, the tests and their programs.
 * `npm run types` checks the types.
 */
export const TYPESCRIPT = {
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
};
