import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { BROWSERS } from './lib/browsers.mjs';
import { CHECKS } from './lib/checks.mjs';
import { prepare } from './lib/install.mjs';
import { runCommand } from './lib/parent.mjs';
import { findPostgres } from './lib/postgres.mjs';
import { Problem } from './lib/problem.mjs';
import { findRedis, launchRedis } from './lib/redis.mjs';
import { sinceText } from './lib/since.mjs';
import { countTests, filesToRepeat, withoutFlaky } from './lib/test-results.mjs';
import { findOrInstall, ROOT, runTool } from './lib/tools.mjs';

/** Limit for slow machines, which may also wait for midnight. The target is 12 minutes. */
const JEST_TIMEOUT_MS = 55 * 60_000;
/** Each of these test files runs a complete service, which waits for much of its time. */
const SERVICE_FILES = process.env.TEST_LONG === 'on' ? '{e2e,long}-spec.ts' : 'e2e-spec.ts';
/** Each worker has one of ten port ranges. */
const WORKERS = Math.min(availableParallelism(), 4);
const SERVICE_WORKERS = WORKERS + 1;
/** Other test files and the checks use the time in which the services wait. */
const REST_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;
/** For tools written in Go: garbage collection in threads takes 50 % more CPU time on busy cores. */
const GO = { GOMAXPROCS: '1', GOGC: 'off' };
/** Limit for selected tests, which may be long. */
const SELECTED_TIMEOUT_MS = 4 * 60 * 60_000;
const say = (line) => console.log(line);
const bin = (...path) => join(ROOT, 'node_modules', ...path);

/** Writes the duration of each file to test/durations.json. Long files start first. */
const WRITE_DURATIONS = '--write-durations';
const HELP = `npm test [-- <pattern> … [-t <words of a test's name>] | ${WRITE_DURATIONS}]

Runs every check and every test. With patterns, such as libs/funding, runs only test files with a matching
path. Installs missing programs (Redis, PostgreSQL, Chromium, curl) if the user may do so.
${WRITE_DURATIONS} measures the order of the files again.`;

/** `npm test`: runs all checks and tests concurrently, even after a failure. */
const test = async () => {
  const patterns = process.argv.slice(2).filter((one) => one !== WRITE_DURATIONS);
  if (patterns.includes('--help')) return console.log(HELP);
  requireKnown(patterns);
  const [redisProgram] = await Promise.all([findTools(), prepare(say, { scope: 'all' })]);
  const checks = runChecks(patterns.length > 0 ? {} : CHECKS);
  const results = await Promise.all([checks, runJest(patterns, redisProgram, checks)]);
  const { passed, failed } = sum(results.flat());
  say(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
};

const sum = (results) =>
  results.reduce(
    (total, { passed, failed }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
    }),
    { passed: 0, failed: 0 },
  );

/** Rejects unknown options before the installation of tools. */
const requireKnown = (words) => {
  const unknown = words.find((word) => /^-/.test(word) && !isTestNameOption(word));
  if (unknown !== undefined)
    throw new Problem(`npm test does not accept ${unknown}: see npm test -- --help.`);
};
const isTestNameOption = (word) => /^(-t|--testNamePattern)(=|$)/.test(word);

/** Returns the arguments that select tests by name. */
const testNameOptions = (words) =>
  words.filter(
    (word, i) => isTestNameOption(word) || /^(-t|--testNamePattern)$/.test(words[i - 1]),
  );

/** Installs tools one after another, because apt-get allows only one process. */
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
  const advice = 'install Chromium in PATH for the browser tests.';
  await findOrInstall(BROWSERS, { debianPackage: BROWSERS[0], advice, say });
};

/** A test runs the commands of the README, which use curl. */
const requireCurl = () => {
  const advice = 'install curl for the test of the README.';
  return findOrInstall(['curl'], { debianPackage: 'curl', advice, say });
};

const check = async (name, args) => {
  const startedAt = performance.now();
  const onStart = (pid) => setPriority(pid, REST_PRIORITY);
  const env = { ...process.env, ...GO };
  const { code, output } = await runTool(process.execPath, args, { env, onStart });
  if (code === 0) say(`== ${name}: passed (${sinceText(startedAt)})`);
  else say(`${output.trimEnd()}\n== ${name}: FAILED (${sinceText(startedAt)})`);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
};

/** Runs all test files. Repeats failed files after the end of `checks`. */
const runJest = async (patterns, redisProgram, checks) => {
  say('== tests');
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'brokerage-test-'));
  const port = await freePort();
  const redis = launchRedis({ program: redisProgram, port, dir: folder });
  // Unread output would fill the pipe and block Redis.
  redis.child.stdout.resume();
  redis.child.stderr.resume();
  process.once('exit', () => {
    redis.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  if (!(await redis.ready))
    throw new Problem(`the Redis of the tests did not start on port ${port}.`);
  const tallies = join(folder, 'secrets.jsonl');
  const redisUrl = `redis://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    TEST_REDIS_URL: redisUrl,
    SECRETS_TALLY: tallies,
    // Each service hashes passwords for sign-ins and demo data.
    CHEAP_PASSWORDS: 'on',
    // Hundreds of processes load the same modules.
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
  };
  const shared = await hostSharedService(env);
  env.TEST_SHARED_SERVICE = shared.address;
  const timeoutMs = patterns.length > 0 ? SELECTED_TIMEOUT_MS : JEST_TIMEOUT_MS;
  const { NODE_COMPILE_CACHE: TEST_COMPILE_CACHE, ...others } = env;
  const first = await Promise.all(
    Object.entries(PARTS).map(([name, { workers, words, onStart, env: own }]) =>
      runOnce([...patterns, `--maxWorkers=${workers}`, '--passWithNoTests', ...words], {
        env: { ...others, TEST_COMPILE_CACHE, ...own },
        timeoutMs,
        report: join(folder, `${name}.json`),
        onStart,
      }),
    ),
  );
  if (process.argv.includes(WRITE_DURATIONS))
    writeDurations(first.flatMap(({ report }) => report?.testResults ?? []));
  await checks;
  const again = await repeat(filesToRepeat(first), patterns, {
    env: { ...others, TEST_COMPILE_CACHE },
    ...{ timeoutMs, folder },
  });
  const { runs, flaky } = withoutFlaky(first, again);
  const result = sum(runs.map((run) => count(run, patterns.some(isTestNameOption))));
  for (const { name } of runs.flatMap(({ report }) => report?.testResults ?? []).filter(hasFailed))
    say(`FAILED: ${relative(ROOT, name)}`);
  for (const { name, tests } of flaky)
    say(`flaky: ${relative(ROOT, name)}: ${tests.join('; ') || 'outside its tests'}`);
  result.failed += await shared.end();
  const outcome = result.failed > 0 ? 'FAILED' : 'passed';
  say(`== tests: ${outcome} (${sinceText(startedAt)})`);
  const unsearched = reportSecrets(tallies);
  return { ...result, failed: result.failed + unsearched };
};

/** The two Jest processes of a run, each with its own workers. */
const PARTS = {
  services: {
    workers: SERVICE_WORKERS,
    words: [`--testMatch=<rootDir>/test/**/*.${SERVICE_FILES}`],
  },
  rest: {
    workers: WORKERS,
    words: ['--testPathIgnorePatterns=/node_modules/|\\.(e2e|long)-spec\\.ts$'],
    env: { TEST_EARLIER_WORKERS: String(SERVICE_WORKERS) },
    onStart: (pid) => setPriority(pid, REST_PRIORITY),
  },
};

/** Returns Jest's exit code and its report, or null without a report. */
const runOnce = async (words, { env, timeoutMs, report, onStart }) => {
  const args = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  args.push(bin('jest', 'bin', 'jest.js'), '--json', `--outputFile=${report}`, ...words);
  const { code } = await runTool(process.execPath, args, { env, show: true, timeoutMs, onStart });
  return { code, report: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null };
};

/** Repeats each file alone. Returns Jest's results of the files that pass. */
const repeat = async (files, patterns, { env, timeoutMs, folder }) => {
  const results = [];
  for (const [i, file] of files.entries()) {
    say(`== repeating: ${relative(ROOT, file)}`);
    const words = ['--runInBand', ...testNameOptions(patterns), '--runTestsByPath', file];
    const report = join(folder, `again-${i}.json`);
    const run = await runOnce(words, { env, timeoutMs, report });
    if (run.code === 0) results.push(...run.report.testResults);
  }
  return results;
};

/** Hosts the shared service, which starts at the first request. `end` also searches it for secrets. */
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
 * Reports the search for secrets, which runs at the end of each test service. Returns the number of
 * services that were not searched. A hit has already failed its test file.
 */
const reportSecrets = (file) => {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const sum = (key) => lines.reduce((total, line) => total + (JSON.parse(line)[key] ?? 0), 0);
  const [begun, searched] = [sum('begun'), sum('searched')];
  const scope = `${sum('secrets')} secrets in ${(sum('bytes') / 1e6).toFixed(1)} MB`;
  say(`secrets: ${searched} of ${begun} services searched for ${scope}: ${sum('hits')} hits`);
  return Math.max(0, begun - searched);
};

/** Lists skipped tests. */
const count = (run, isSelected) => {
  const { leftOut, ...counts } = countTests(run, isSelected);
  for (const { file, fullName, status } of leftOut)
    say(`${status}: ${relative(ROOT, file)}: ${fullName}`);
  return counts;
};

const hasFailed = ({ status }) => status === 'failed';

/** Writes the duration in seconds of each file above 1.5 s, longest first. */
const writeDurations = (files) => {
  const long = files
    .map(({ name, startTime, endTime }) => [relative(ROOT, name), (endTime - startTime) / 1000])
    .filter(([, s]) => s >= 1.5)
    .sort(([, one], [, other]) => other - one)
    .map(([file, s]) => [file, Math.round(s)]);
  const file = join(ROOT, 'test', 'durations.json');
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
};

/** Above the ports of the tests, and below the ports of outgoing connections. */
const [FIRST_PORT, PORTS] = [32_000, 768];

/** Returns a free port that outgoing connections do not use. */
const freePort = async () => {
  for (let tries = 0; tries < PORTS; tries++) {
    const server = createServer();
    const port = FIRST_PORT + randomInt(PORTS);
    const isFree = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
  throw new Problem(`no port from ${FIRST_PORT} to ${FIRST_PORT + PORTS - 1} is free.`);
};

await runCommand(test);
