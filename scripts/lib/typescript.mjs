/**
 * How TypeScript becomes JavaScript, for the build, the tests, and the programs beside them: all run
 * the same code. Types are checked by `npm run types`.
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
