import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { ownKeys } from './scripts/own-keys.mjs';

const names = ['console', 'process', 'Buffer', 'URL', 'fetch', 'structuredClone', 'AbortSignal'];
const timers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'];
const nodeGlobals = Object.fromEntries([...names, ...timers].map((name) => [name, 'readonly']));

export default tseslint.config(
  { ignores: ['dist/', 'data/', 'coverage/', 'node_modules/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    extends: [js.configs.recommended],
    rules: { 'no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }] },
    languageOptions: { globals: { ...nodeGlobals, module: 'writable', require: 'readonly' } },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [js.configs.recommended, tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: false, requireDefaultForNonUnion: false },
      ],
      // Nest injects by class at run time; the parser knows which imports decorators need as values.
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // A synchronous adapter of an asynchronous port still rejects instead of throwing.
      '@typescript-eslint/require-await': 'off',
      // It does not see that a branded bigint, such as cents, is one.
      '@typescript-eslint/no-unsafe-unary-minus': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Nest declares its option bags as classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/unbound-method': ['error', { ignoreStatic: true }],
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
      ],
      'no-console': ['error', { allow: ['error'] }],
    },
  },
  {
    files: ['apps/console/**/*.{ts,tsx}'],
    extends: [hooks.configs.flat['recommended-latest']],
    rules: {
      // What an event handler begins ends in the state of its query, errors too.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
    },
  },
  {
    files: ['apps/**/*.{ts,tsx}', 'libs/**/*.ts'],
    // Rows of read models and methods of classes are looked up by names of our own.
    ignores: ['**/*.spec.ts', 'libs/platform/src/read-store/**'],
    plugins: { house: { rules: { 'own-keys': ownKeys } } },
    rules: { 'house/own-keys': 'error' },
  },
  {
    files: ['apps/{ops,tour}/**/*.ts', 'test/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.spec.ts', '**/*.e2e-spec.ts', 'test/**/*.ts'],
    rules: {
      // Answers of our own API and of fakes are read as they come.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
