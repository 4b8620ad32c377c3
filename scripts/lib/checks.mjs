import { join } from 'node:path';
import { ROOT } from './tools.mjs';

const tool = (...path) => join(ROOT, 'node_modules', ...path);
const OXFMT = tool('oxfmt', 'bin', 'oxfmt');
const TYPES = [tool('typescript-native', 'bin', 'tsc'), '--singleThreaded'];
const RULES = ['--config', '.dependency-cruiser.cjs', 'apps', 'clients', 'libs', 'test'];

/** Static checks, each with its program and arguments. */
export const CHECKS = {
  format: [OXFMT, '--check', '.'],
  lint: [tool('oxlint', 'bin', 'oxlint'), '.'],
  'own keys': [join(ROOT, 'scripts', 'own-keys.mjs')],
  types: [...TYPES, '--noEmit'],
  'types of the console': [...TYPES, '-p', 'apps/console'],
  rules: [tool('.bin', 'depcruise'), ...RULES],
  prose: [join(ROOT, 'scripts', 'prose.mjs')],
  dead: [tool('knip', 'bin', 'knip.js'), '--no-progress', '--no-config-hints'],
};

/** Commands of `npm run …` by name. */
export const COMMANDS = {
  format: [[OXFMT, '.']],
  lint: [CHECKS.lint, CHECKS['own keys']],
  types: [CHECKS.types, CHECKS['types of the console']],
  rules: [CHECKS.rules],
  dead: [CHECKS.dead],
};
