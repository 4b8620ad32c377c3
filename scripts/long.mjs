import { join } from 'node:path';
import { BROWSERS } from './lib/browsers.mjs';
import { runCommand } from './lib/parent.mjs';
import { Problem } from './lib/problem.mjs';
import { runProgram } from './lib/run-program.mjs';
import { sinceText } from './lib/since.mjs';
import { ROOT, runTool } from './lib/tools.mjs';

const say = (line) => console.error(line);
const TEST_COMMAND = join(ROOT, 'scripts', 'test.mjs');

/**
 * Long forms of the tests, with their settings. `npm test` runs short forms. `all` runs all long forms
 * except measurements.
 */
const TESTS = {
  services: {
    does: 'long forms of tests that start a service: all, or files with a matching path',
    pattern: '(e2e|long)-spec',
    settings: { TEST_LONG: 'on' },
    takes: '[<pattern> …]',
  },
  faults: {
    does: 'short form of every fault in the catalog; npm run faults runs the full forms',
    program: 'test/faults/run.ts',
    args: ['--short'],
  },
  ledgers: {
    does: 'random histories of settlement ledgers',
    pattern: 'test/property/settlement',
    settings: { SETTLEMENT_RUNS: '10000' },
  },
  journals: {
    does: 'random journals, reads and decisions, compared with the bounded sum of the journals',
    pattern: 'test/property/ledger',
    settings: { JOURNALS_RUNS: '20000' },
  },
  money: {
    does: 'random deposits, orders, withdrawals and reversals against the sandbox, with faults',
    pattern: 'test/property/money',
    settings: { MONEY_RUNS: '1000' },
  },
  model: {
    does: 'users, deposits, orders and settlement, compared with a small reference',
    pattern: 'test/property/platform',
    settings: { MODEL_RUNS: '10000' },
  },
  rows: {
    does: 'rows of read models in both databases, compared with a small reference',
    pattern: 'test/property/read-store',
    settings: { READ_STORE_RUNS: '5000' },
  },
  webhooks: {
    does: 'order of webhooks with random failures of the receiver and killed workers',
    pattern: 'test/e2e/webhooks/deliveries.survive-faults',
    settings: { WEBHOOK_EVENTS: '10000', TEST_LONG: 'on' },
  },
  'cut-offs': {
    does: 'cut-offs while deposits complete',
    pattern: 'test/e2e/settlement/cut-offs.under-load',
    settings: { CUT_OFF_DEPOSITS: '1000', TEST_LONG: 'on' },
  },
  clients: {
    does: 'clients that Kiota (C#, needs dotnet) and openapi-ts generate, against a service',
    pattern: 'test/e2e/clients/',
    settings: { TEST_LONG: 'on' },
  },
  postgres: {
    does: 'deposits, orders and settlement of services that keep read models in PostgreSQL',
    pattern: 'test/e2e/(journey|funding|orders|settlement)/',
    settings: { TEST_READ_MODELS: 'postgres' },
  },
  totals: {
    does: 'totals and statements of small and huge periods',
    pattern: 'test/bench/totals',
    settings: { TOTALS_LINES: '1000000' },
  },
  reconciliation: {
    does: 'calls and time of reconciling an hour with many changes among many accounts',
    pattern: 'test/bench/reconciliation',
    settings: { RECONCILIATION_CHANGES: '10000', RECONCILIATION_ACCOUNTS: '100000' },
  },
  'cluster-faults': {
    does: 'npm run cluster under load: kills, stops and isolates each part',
    program: 'test/cluster/faults/run.ts',
    postgres: true,
    settings: { CLUSTER_FAULTS_SECONDS: '10', CLUSTER_FAULTS_RATE: '6', CLUSTER_FAULTS_SEED: '1' },
    takes: '[<part> …]',
  },
  rolling: {
    does: 'a rolling upgrade and downgrade under load: to a new event type, or from an earlier commit',
    program: 'test/cluster/rolling/run.ts',
    postgres: true,
    settings: { ROLLING_RATE: '6', ROLLING_SEED: '1' },
    takes: '[<commit>]',
  },
  idle: {
    measures: true,
    does: 'CPU time and memory of an idle service',
    program: 'test/bench/idle/run.ts',
    settings: { IDLE_SECONDS: '60', IDLE_JOURNEYS: '10' },
    takes: '[event-store]',
  },
  'event-store': {
    measures: true,
    does: 'CPU time and calls of a deposit with EventStoreDB, here and in another version',
    program: 'test/bench/event-store/run.ts',
    settings: { EVENT_STORE_ROUNDS: '4', EVENT_STORE_DEPOSITS: '50' },
    takes: '[<folder of that version>]',
  },
  scale: {
    measures: true,
    does: 'deposits with one and two of each process, with embedded stores and clusters',
    program: 'test/cluster/scale/run.ts',
    postgres: true,
    settings: { SCALE_DEPOSITS: '1000', SCALE_ROUNDS: '3' },
    takes: '[<set-up> …]',
  },
  beside: {
    measures: true,
    does: 'duration of registrations, deposits and orders, here and in another version',
    program: 'test/bench/beside/run.ts',
    settings: { BESIDE_ROUNDS: '8' },
    takes: '<folder of that version>',
  },
  history: {
    measures: true,
    does: 'space of completed deposits and orders in Redis and on disk',
    program: 'test/bench/history/run.ts',
    settings: { HISTORY_EACH: '50000' },
  },
  console: {
    measures: true,
    does: 'load time of each console page with many users and deposits',
    program: 'test/bench/console/run.ts',
    tool: BROWSERS,
    settings: { CONSOLE_USERS: '100000', CONSOLE_DEPOSITS: '1000000' },
  },
  mutants: {
    does: 'mutants of the pure cores and the write path: a spec must fail for each',
    program: 'test/mutants/run.ts',
    takes: '[<folder> …]',
  },
  edges: {
    does: 'effect of an idle, slow, flooding or greedy caller on other callers',
    program: 'test/edges/run.ts',
    takes: '["<edge>" …]',
  },
  durability: {
    does: 'a system call trace of the API: confirmed writes are on disk',
    program: 'test/durability/run.ts',
    tool: ['strace'],
    settings: { DURABILITY_COMMANDS: '200' },
  },
};

const HELP = [
  'npm run long -- <test>      VARIABLE=<n> before the command changes a setting',
  `  ${'all'.padEnd(32)} every test below in sequence, except measurements`,
  ...Object.entries(TESTS).map(([name, { does, settings = {}, takes = '' }]) => {
    const shown = Object.entries(settings).map(([variable, value]) => `${variable}=${value}`);
    return [`  ${`${name} ${takes}`.padEnd(32)} ${does}`, ...shown].join(`\n${' '.repeat(35)}`);
  }),
].join('\n');

const long = async () => {
  const [name, ...rest] = process.argv.slice(2);
  if (name === undefined || [name, ...rest].includes('--help')) return console.log(HELP);
  if (name === 'all' && rest.length === 0) process.exit(await runAll());
  const test = Object.hasOwn(TESTS, name) ? TESTS[name] : undefined;
  if (test === undefined)
    throw new Problem(`unknown long test ${name}. Tests: all, ${Object.keys(TESTS).join(', ')}.`);
  if (rest.length > 0 && test.takes === undefined)
    throw new Problem(`${name} does not take arguments: see npm run long -- --help.`);
  process.exit(await run(test, rest));
};

/** Runs all tests, even after a failure. Returns the exit code. */
const runAll = async () => {
  const failed = [];
  for (const [name, test] of Object.entries(TESTS)) {
    if (test.measures) continue;
    const startedAt = performance.now();
    say(`== ${name}: ${test.does}`);
    const code = await run(test, []);
    if (code !== 0) failed.push(name);
    say(`== ${name}: ${code === 0 ? 'passed' : 'FAILED'} (${sinceText(startedAt)})`);
  }
  say(failed.length === 0 ? 'all long tests passed' : `FAILED: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
};

/** Returns the exit code of the test. */
const run = async ({ program, args = [], pattern, settings, ...needs }, words) => {
  const env = { ...settings, ...process.env };
  if (program !== undefined) return runProgram(program, [...args, ...words], { env, ...needs });
  const patterns = words.length > 0 ? words : [pattern];
  return (await runTool(process.execPath, [TEST_COMMAND, ...patterns], { env, show: true })).code;
};

await runCommand(long);
