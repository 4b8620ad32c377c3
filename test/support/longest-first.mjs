import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

const ROOT = join(import.meta.dirname, '..', '..');
const DURATIONS = join(ROOT, 'test', 'durations.json');

/** Long files first, by the seconds that `npm test -- --write-durations` measured: so none is last. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const seconds = JSON.parse(readFileSync(DURATIONS, 'utf8'));
    const of = ({ path }) => seconds[relative(ROOT, path)] ?? 0;
    return [...tests].sort((one, other) => of(other) - of(one));
  }
}
