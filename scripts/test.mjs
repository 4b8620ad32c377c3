import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { BROWSERS } from './lib/browsers.mjs';
import { CHECKS } from './lib/checks.mjs';
import { prepare } from './lib/install.mjs';
import { endWithNpm } from './lib/parent.mjs';
import { findPostgres } from './lib/postgres.mjs';
import { main, Problem } from './lib/problem.mjs';
import { findRedis, launchRedis } from './lib/redis.mjs';
import { sinceText } from './lib/since.mjs';
import { endToolsWhenInterrupted, findOrInstall, ROOT, runTool } from './lib/tools.mjs';

/** For a machine that is far slower than the twelve minutes we aim for. */
const JEST_TIMEOUT_MS = 45 * 60_000;
/** Three for each of the two cores that we test on: end-to-end tests wait more than they compute. */
const WORKERS = 6;
/** Checks take what the tests leave: nothing of them waits for anybody. */
const CHECKS_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;
/** For those written in Go: threads that collect garbage take half as much again of busy cores. */
const GO = { GOMAXPROCS: '1', GOGC: 'off' };
const SLOWEST = 25;
/** Chosen tests may be long ones. */
const CHOSEN_TIMEOUT_MS = 4 * 60 * 60_000;
const say = (line) => console.log(line);
const bin = (...path) => join(ROOT, 'node_modules', ...path);

/** Notes how long each file took, in test/durations.json: long ones begin first. */
const WRITE_DURATIONS = '--write-durations';
const HELP = `npm test [-- <pattern> … [-t <words of a test's name>] | ${WRITE_DURATIONS}]

Every check and every test; with patterns only the test files whose path matches one, such as
libs/funding. What the machine lacks (Redis, PostgreSQL, Chromium, curl) is installed where that is allowed.
With ${WRITE_DURATIONS} the order of the files is measured anew.`;

/** `npm test`: every check and every test, beside each other; a failed one does not hide the next. */
const test = async () => {
  const patterns = process.argv.slice(2).filter((one) => one !== WRITE_DURATIONS);
  if (patterns.includes('--help')) return console.log(HELP);
  requireKnown(patterns);
  endToolsWhenInterrupted();
  endWithNpm();
  const [redisProgram] = await Promise.all([findTools(), prepare(say, { scope: 'all' })]);
  const results = await Promise.all([
    runChecks(patterns.length > 0 ? {} : CHECKS),
    runJest(patterns, redisProgram),
  ]);
  const total = (key) => results.flat().reduce((sum, result) => sum + result[key], 0);
  say(`${total('passed')} passed, ${total('failed')} failed`);
  process.exit(total('failed') > 0 || total('passed') === 0 ? 1 : 0);
};

/** Jest's own options are few: one that it does not know would only show once all is installed. */
const requireKnown = (words) => {
  const unknown = words.find((word) => /^-/.test(word) && !CHOOSES_TESTS.test(word));
  if (unknown !== undefined)
    throw new Problem(`npm test does not know ${unknown}: see npm test -- --help.`);
};
const CHOOSES_TESTS = /^(-t|--testNamePattern)(=|$)/;

/** One after the other: apt-get lets only one in. */
const findTools = async () => {
  const redisProgram = await findRedis(say);
  await findPostgres(say);
  await requireBrowser();
  await requireCurl();
  return redisProgram;
};

const runChecks = async (checks) => {
  const results = [];
  for (const [name, args] of Object.entries(checks)) results.push(await check(name, args));
  return results;
};

const requireBrowser = async () => {
  if (!existsSync(join(ROOT, 'test', 'browser'))) return;
  const advice = 'install Chromium, so that PATH has it, for the browser tests.';
  await findOrInstall(BROWSERS, { debianPackage: BROWSERS[0], advice, say });
};

/** The commands that the README shows are tests too. */
const requireCurl = () => {
  const advice = 'install curl for the test of the README.';
  return findOrInstall(['curl'], { debianPackage: 'curl', advice, say });
};

const check = async (name, args) => {
  const startedAt = performance.now();
  const onStart = (pid) => setPriority(pid, CHECKS_PRIORITY);
  const env = { ...process.env, ...GO };
  const { code, output } = await runTool(process.execPath, args, { env, onStart });
  if (code === 0) say(`== ${name}: passed (${sinceText(startedAt)})`);
  else say(`${output.trimEnd()}\n== ${name}: FAILED (${sinceText(startedAt)})`);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
};

const runJest = async (patterns, redisProgram) => {
  say('== tests');
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'brokerage-test-'));
  const port = await freePort();
  const redis = launchRedis({ program: redisProgram, port, dir: folder });
  // Unread output would fill the pipe and stop Redis.
  redis.child.stdout.resume();
  redis.child.stderr.resume();
  process.once('exit', () => {
    redis.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  if (!(await redis.ready))
    throw new Problem(`the tests' own Redis did not start on port ${port}.`);
  const sums = join(folder, 'secrets.jsonl');
  const redisUrl = `redis://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    TEST_REDIS_URL: redisUrl,
    SECRETS_TALLY: sums,
    // Each service signs people in, and makes passwords for the demo.
    CHEAP_PASSWORDS: 'on',
    TEST_PROCESSOR_FILE: join(folder, 'processor.jsonl'),
    // Hundreds of processes load the same modules.
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
  };
  const shared = await hostSharedService(env);
  env.TEST_SHARED_SERVICE = shared.address;
  const timeoutMs = patterns.length > 0 ? CHOSEN_TIMEOUT_MS : JEST_TIMEOUT_MS;
  const { NODE_COMPILE_CACHE: TEST_COMPILE_CACHE, ...others } = env;
  const forJest = { env: { ...others, TEST_COMPILE_CACHE }, timeoutMs };
  const jest = (words, report) => runOnce(words, { ...forJest, report: join(folder, report) });
  const first = await jest([`--maxWorkers=${WORKERS}`, ...patterns], 'report.json');
  const isChosen = patterns.some((pattern) => CHOOSES_TESTS.test(pattern));
  if (first.report !== null) tellDurations(first.report, env.TEST_PROCESSOR_FILE);
  const result = patterns.length > 0 ? count(first, isChosen) : await lookedAtAgain(first, jest);
  result.failed += await shared.end();
  const word = result.failed > 0 ? 'FAILED' : 'passed';
  say(`== tests: ${word} (${sinceText(startedAt)})`);
  const unsearched = tellSecrets(sums);
  return { ...result, failed: result.failed + unsearched };
};

/** Jest's exit code and its report, or null where it wrote none. */
const runOnce = async (words, { env, timeoutMs, report }) => {
  const args = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  args.push(bin('jest', 'bin', 'jest.js'), '--json', `--outputFile=${report}`, ...words);
  const { code } = await runTool(process.execPath, args, { env, show: true, timeoutMs });
  return { code, report: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null };
};

/**
 * What all of these tests and the checks do to one machine at a time is no failure of the service: up
 * to AGAIN_MAX files that run processes are run again, one at a time, and named as unstable when they
 * pass. A spec of code alone, or a property's counterexample, is never asked twice.
 */
const lookedAtAgain = async (first, jest) => {
  const counted = count(first);
  const failed = (first.report?.testResults ?? []).filter(({ status }) => status === 'failed');
  const files = failed.map(({ name }) => relative(ROOT, name));
  const isFew = files.length > 0 && files.length <= AGAIN_MAX;
  if (!isFew || !files.every((file) => RUNS_PROCESSES.test(file))) return counted;
  say(`== once more, one at a time: ${files.join(', ')}`);
  const again = count(await jest(['--runInBand', '--runTestsByPath', ...files], 'again.json'));
  const named = (status) =>
    failed.flatMap(({ assertionResults }) =>
      assertionResults.filter((one) => one.status === status),
    );
  if (again.failed === 0)
    say(`UNSTABLE: failed beside other tests, passed alone:
  ${[...files, ...named('failed').map(({ fullName }) => fullName)].join('\n  ')}`);
  const { numFailedTests, numRuntimeErrorTestSuites } = first.report;
  return {
    passed: counted.passed - named('passed').length + again.passed,
    failed: counted.failed - numFailedTests - numRuntimeErrorTestSuites + again.failed,
  };
};
const AGAIN_MAX = 3;
const RUNS_PROCESSES = /^test[\\/](browser|contract|durability|e2e|faults|integration)[\\/]/;

/** Starts the service that test files share when the first one asks; `end` searches it, too. */
const hostSharedService = async (env) => {
  const support = join(ROOT, 'test', 'support');
  const register = join(support, 'typescript-child', 'register.mjs');
  const host = join(support, 'shared-service', 'host.ts');
  const args = [`--import=${register}`, host];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const [address] = await Promise.race([once(lines, 'line'), exited.then(() => [''])]);
  const end = async () => {
    child.stdin.end();
    const [code] = await exited;
    return code === 0 ? 0 : 1;
  };
  return { address, end };
};

/**
 * Every service of the tests is searched for the secrets that passed through it, when it ends.
 * Answers how many were not; a hit has failed its test file already.
 */
const tellSecrets = (file) => {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const sum = (key) => lines.reduce((total, line) => total + (JSON.parse(line)[key] ?? 0), 0);
  const [begun, searched] = [sum('begun'), sum('searched')];
  const what = `${sum('secrets')} secrets in ${(sum('bytes') / 1e6).toFixed(1)} MB`;
  say(`secrets: ${searched} of ${begun} services searched for ${what}: ${sum('hits')} hits`);
  return Math.max(0, begun - searched);
};

/** Each test counts one, a file that could not be run too; what was left out is named and fails. */
const count = ({ code, report }, isChosen = false) => {
  if (report === null) return { passed: 0, failed: 1 };
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((one) => ({ ...one, file: relative(ROOT, name) })),
  );
  const leftOut = tests.filter(({ status }) => !['passed', 'failed'].includes(status));
  for (const { file, fullName, status } of leftOut) say(`${status}: ${file}: ${fullName}`);
  const failed =
    report.numFailedTests + report.numRuntimeErrorTestSuites + (isChosen ? 0 : leftOut.length);
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
};

const tellDurations = (report, processorFile) => {
  const durations = durationsOf(report.testResults);
  if (process.argv.includes(WRITE_DURATIONS)) writeDurations(durations);
  if (durations.length > SLOWEST) tellSlowest(durations, processorOf(processorFile));
};

/** Seconds of processor by file, with those of the processes that it ran; services on loan are not in it. */
const processorOf = (file) => {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const entries = lines.map((line) => JSON.parse(line));
  return new Map(entries.map(({ testPath, seconds }) => [relative(ROOT, testPath), seconds]));
};

/** `[file, seconds]`, the longest first. */
const durationsOf = (files) =>
  files
    .map(({ name, startTime, endTime }) => [relative(ROOT, name), (endTime - startTime) / 1000])
    .sort(([, one], [, other]) => other - one);

const writeDurations = (durations) => {
  const long = durations.map(([file, s]) => [file, Math.round(s)]).filter(([, s]) => s > 1);
  const file = join(ROOT, 'test', 'durations.json');
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
};

const tellSlowest = (durations, processor) => {
  const all = [...processor.values()].reduce((sum, s) => sum + s, 0);
  say(`processor of ${processor.size} test files: ${all.toFixed(0)} s`);
  say(`the ${SLOWEST} test files that took longest, of ${durations.length}, and their processor:`);
  for (const [file, s] of durations.slice(0, SLOWEST))
    say(`${seconds(s)} ${seconds(processor.get(file) ?? 0)}  ${file}`);
};
const seconds = (s) => `${s.toFixed(1).padStart(8)} s`;

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

await main(test);
