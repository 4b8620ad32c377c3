/** Maximum number of failed files to repeat. */
export const REPEATED_FILES_MAX = 3;

/** Returns the failed files to run again, or none if too many failed. `runs` are `{ code, report }` of Jest. */
export const filesToRepeat = (runs) => {
  const failed = runs.flatMap(filesOf).filter(({ status }) => status === 'failed');
  return failed.length > REPEATED_FILES_MAX ? [] : failed.map(({ name }) => name);
};

/**
 * Replaces the results of files that passed in the second run. `again` are Jest's results of the repeated
 * files. Returns the new runs, and each flaky file with the tests that failed in the first run.
 */
export const withoutFlaky = (runs, again) => {
  const passed = new Map(
    again.filter(({ status }) => status === 'passed').map((file) => [file.name, file]),
  );
  const flaky = runs
    .flatMap(filesOf)
    .filter(({ name }) => passed.has(name))
    .map((file) => ({ name: file.name, tests: failedTests(file) }));
  return { runs: runs.map((run) => replaced(run, passed)), flaky };
};

const replaced = (run, passed) => {
  if (!filesOf(run).some(({ name }) => passed.has(name))) return run;
  const testResults = run.report.testResults.map((file) => passed.get(file.name) ?? file);
  const isFailed = testResults.some(({ status }) => status === 'failed');
  return { code: isFailed ? run.code : 0, report: { ...run.report, testResults } };
};

/**
 * Counts tests, and files that failed without a failed test. `leftOut` lists skipped tests, which count
 * as failed unless tests were selected by name.
 */
export const countTests = ({ code, report }, isSelected = false) => {
  if (report === null) return { passed: 0, failed: 1, leftOut: [] };
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: name })),
  );
  const leftOut = tests.filter(({ status }) => !['passed', 'failed'].includes(status));
  const failures = report.testResults.reduce((sum, file) => sum + failuresOf(file), 0);
  const failed = failures + (isSelected ? 0 : leftOut.length);
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    leftOut,
  };
};

/** A file can fail without a failed test, while it is loaded or in a hook. */
const failuresOf = (file) => failedTests(file).length || (file.status === 'failed' ? 1 : 0);

const failedTests = ({ assertionResults }) =>
  assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);

const filesOf = ({ report }) => report?.testResults ?? [];
