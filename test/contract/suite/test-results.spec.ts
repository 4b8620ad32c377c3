import { describe, expect, it } from '@jest/globals';
import {
  REPEATED_FILES_MAX,
  countTests,
  filesToRepeat,
  withoutFlaky,
} from '../../../scripts/lib/test-results.mjs';

const file = (name: string, status: string, tests: Record<string, string> = {}) => ({
  ...{ name, status },
  assertionResults: Object.entries(tests).map(([fullName, each]) => ({ fullName, status: each })),
});
const run = (code: number, ...testResults: ReturnType<typeof file>[]) => ({
  code,
  report: { testResults },
});
const green = file('green', 'passed', { one: 'passed', two: 'passed' });
const red = file('red', 'failed', { three: 'passed', four: 'failed', five: 'failed' });
const redNow = file('red', 'passed', { three: 'passed', four: 'passed', five: 'passed' });
const broken = file('broken', 'failed');

describe('the files that run once more', () => {
  it('are the failed ones of all runs', () =>
    expect(filesToRepeat([run(1, green, red), run(1, broken)])).toEqual(['red', 'broken']));

  it('are at most three: more failures are red at once', () => {
    const failed = Array.from({ length: REPEATED_FILES_MAX }, (_, i) => file(`${i}`, 'failed'));
    expect(filesToRepeat([run(1, ...failed)])).toHaveLength(3);
    expect(filesToRepeat([run(1, ...failed), run(1, red)])).toEqual([]);
  });

  it('are unknown without a report', () =>
    expect(filesToRepeat([{ code: 1, report: null }])).toEqual([]));
});

describe('a file that failed and passes alone', () => {
  it('counts as passed, and names the tests that failed', () => {
    const { runs, flaky } = withoutFlaky([run(1, green, red)], [redNow]);
    expect(flaky).toEqual([{ name: 'red', tests: ['four', 'five'] }]);
    expect(runs.map((each) => countTests(each))).toMatchObject([{ passed: 5, failed: 0 }]);
  });

  it('leaves the failures of other files', () => {
    const { runs } = withoutFlaky([run(1, red, broken), run(1, green)], [redNow, broken]);
    expect(runs.map((each) => countTests(each))).toMatchObject([
      { passed: 3, failed: 1 },
      { passed: 2, failed: 0 + 1 },
    ]);
  });
});

describe('a file that fails twice', () => {
  it('counts as it did at first', () => {
    const first = [run(1, green, red)];
    expect(withoutFlaky(first, [red])).toEqual({ runs: first, flaky: [] });
  });
});

describe('the count', () => {
  it.each([
    ['failed tests', run(1, green, red), { passed: 3, failed: 2 }],
    ['a file that could not run', run(1, green, broken), { passed: 2, failed: 1 }],
    ['a failed hook', run(1, file('a', 'failed', { one: 'passed' })), { passed: 1, failed: 1 }],
    ['an exit code without a failure', run(1, green), { passed: 2, failed: 1 }],
    ['a run without a report', { code: 1, report: null }, { passed: 0, failed: 1 }],
  ])('has %s', (_, of, counts) => expect(countTests(of)).toMatchObject(counts));

  it('has skipped tests as failures, unless tests were chosen by name', () => {
    const skipping = run(0, file('a', 'passed', { one: 'passed', two: 'pending' }));
    expect(countTests(skipping)).toMatchObject({
      ...{ passed: 1, failed: 1, leftOut: [{ file: 'a', fullName: 'two', status: 'pending' }] },
    });
    expect(countTests(skipping, true)).toMatchObject({ passed: 1, failed: 0 });
  });
});
