import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { prepare, rebuild } from './lib/install.mjs';
import { main, Problem, requireNode } from './lib/problem.mjs';
import { findRedis, launchRedis } from './lib/redis.mjs';
import { endToolsWhenInterrupted, findOrInstall, ROOT, runTool } from './lib/tools.mjs';

/** For a machine that is far slower than the fifteen minutes we aim for. */
const JEST_TIMEOUT_MS = 45 * 60_000;
/** One more than the two cores that we test on: end-to-end tests wait more than they compute. */
const WORKERS = 3;
/** Chosen tests may be long ones. */
const CHOSEN_TIMEOUT_MS = 4 * 60 * 60_000;
const say = (line) => console.log(line);
const bin = (...path) => join(ROOT, 'node_modules', ...path);
const node = (...args) => runTool(process.execPath, args);

const CHECKS = [
  ['format', () => node(bin('prettier', 'bin', 'prettier.cjs'), '--check', '.')],
  ['lint', () => node(bin('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0')],
  ['types', () => node(bin('typescript', 'bin', 'tsc'), '--noEmit')],
  ['types of the console', () => node(bin('typescript', 'bin', 'tsc'), '-p', 'apps/console')],
  ['dependency rules', () => node(bin('.bin', 'depcruise'), ...RULES)],
  ['build', () => rebuild(say)],
];
const RULES = ['--config', '.dependency-cruiser.cjs', 'apps', 'clients', 'libs', 'test'];

/**
 * `npm test`: every check and every test; a failed step does not hide the next. With arguments
 * (`npm test -- <pattern>`) only the tests that match.
 */
const test = async () => {
  requireNode(20);
  endToolsWhenInterrupted();
  const patterns = process.argv.slice(2);
  const redisProgram = await findRedis(say);
  await requireBrowser();
  await requireCurl();
  // A failed build is one result of a whole run; a chosen test cannot do without it.
  await prepare(say, { builds: patterns.length > 0 });
  const results = [];
  for (const [name, run] of patterns.length > 0 ? [] : CHECKS) results.push(await check(name, run));
  results.push(await runJest(patterns, redisProgram));
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  say(`${total('passed')} passed, ${total('failed')} failed`);
  process.exit(total('failed') > 0 || total('passed') === 0 ? 1 : 0);
};

const requireBrowser = async () => {
  if (!existsSync(join(ROOT, 'test', 'browser'))) return;
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const advice = 'install Chromium, so that PATH has it, for the browser tests.';
  await findOrInstall(names, { debianPackage: 'chromium', advice, say });
};

/** The commands that the README shows are tests too. */
const requireCurl = () => {
  const advice = 'install curl for the test of the README.';
  return findOrInstall(['curl'], { debianPackage: 'curl', advice, say });
};

const check = async (name, run) => {
  const startedAt = Date.now();
  const { code, output } = await run();
  if (code === 0) say(`== ${name}: passed (${seconds(startedAt)})`);
  else say(`${output.trimEnd()}\n== ${name}: FAILED (${seconds(startedAt)})`);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
};

const runJest = async (patterns, redisProgram) => {
  say('== tests');
  const startedAt = Date.now();
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
  const report = join(folder, 'report.json');
  const sums = join(folder, 'secrets.jsonl');
  const redisUrl = `redis://127.0.0.1:${port}`;
  const env = { ...process.env, TEST_REDIS_URL: redisUrl, SECRETS_TALLY: sums };
  const args = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  args.push(
    bin('jest', 'bin', 'jest.js'),
    `--maxWorkers=${WORKERS}`,
    '--json',
    `--outputFile=${report}`,
  );
  const timeoutMs = patterns.length > 0 ? CHOSEN_TIMEOUT_MS : JEST_TIMEOUT_MS;
  const options = { env, show: true, timeoutMs };
  const { code } = await runTool(process.execPath, [...args, ...patterns], options);
  const result = count(code, report, patterns);
  const word = result.failed > 0 ? 'FAILED' : 'passed';
  say(`== tests: ${word} (${seconds(startedAt)})`);
  const unsearched = tellSecrets(sums);
  return { ...result, failed: result.failed + unsearched };
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
const count = (code, report, patterns) => {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const results = JSON.parse(readFileSync(report, 'utf8'));
  const tests = results.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((one) => ({ ...one, file: relative(ROOT, name) })),
  );
  const leftOut = tests.filter(({ status }) => !['passed', 'failed'].includes(status));
  for (const { file, fullName, status } of leftOut) say(`${status}: ${file}: ${fullName}`);
  const isChosen = patterns.some((pattern) => /^(-t|--testNamePattern)/.test(pattern));
  const failed =
    results.numFailedTests + results.numRuntimeErrorTestSuites + (isChosen ? 0 : leftOut.length);
  return { passed: results.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
};

const seconds = (startedAt) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

await main(test);
