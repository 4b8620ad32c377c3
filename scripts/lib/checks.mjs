import { join } from 'node:path';
import { ROOT } from './tools.mjs';

const tool = (...path) => join(ROOT, 'node_modules', ...path);
const PRETTIER = tool('prettier', 'bin', 'prettier.cjs');
/** Version 7 has no interface for programs yet, so lint goes on with version 6. */
const TYPES = [tool('typescript-native', 'bin', 'tsc'), '--singleThreaded'];
const RULES = ['--config', '.dependency-cruiser.cjs', 'apps', 'clients', 'libs', 'test'];

/** Programs that look at the sources and run nothing of them, each with its arguments. */
export const CHECKS = {
  format: [PRETTIER, '--check', '.'],
  lint: [tool('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0'],
  types: [...TYPES, '--noEmit'],
  'types of the console': [...TYPES, '-p', 'apps/console'],
  rules: [tool('.bin', 'depcruise'), ...RULES],
  dead: [tool('knip', 'bin', 'knip.js'), '--no-progress'],
};

/** What `npm run …` runs by these names. */
export const COMMANDS = {
  format: [[PRETTIER, '--write', '--log-level=warn', '.']],
  lint: [CHECKS.lint],
  types: [CHECKS.types, CHECKS['types of the console']],
  rules: [CHECKS.rules],
  dead: [CHECKS.dead],
};
