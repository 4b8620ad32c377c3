import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

const ROOT = join(import.meta.dirname, '..', '..');
const DURATIONS = join(ROOT, 'test', 'durations.json');

/**
 * Orders files by their service, so that few services are idle. First come files that start a service,
 * then files that borrow one, then files of the shared service. Within each group the longest file is
 * first, by the seconds that `npm test -- --write-durations` measured.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const seconds = JSON.parse(readFileSync(DURATIONS, 'utf8'));
    const keyed = tests.map((test) => ({
      test,
      group: groupOf(readFileSync(test.path, 'utf8')),
      seconds: seconds[relative(ROOT, test.path)] ?? 0,
    }));
    keyed.sort((one, other) => one.group - other.group || other.seconds - one.seconds);
    return keyed.map(({ test }) => test);
  }
}

const groupOf = (source) => {
  if (source.includes('sharedService(')) return 2;
  return /\b(leasedService|startedOnLoan)\(/.test(source) ? 1 : 0;
};
