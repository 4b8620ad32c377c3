import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BROWSERS } from './lib/browsers.mjs';
import { prepare } from './lib/install.mjs';
import { findPostgres } from './lib/postgres.mjs';
import { main, Problem } from './lib/problem.mjs';
import { endWithNpm } from './lib/parent.mjs';
import { findRedis } from './lib/redis.mjs';
import { sinceText } from './lib/since.mjs';
import { endToolsWhenInterrupted, findOrInstall, ROOT, runTool } from './lib/tools.mjs';

const say = (line) => console.error(line);
const TEST_COMMAND = join(ROOT, 'scripts', 'test.mjs');
const REGISTER = join(ROOT, 'test', 'support', 'typescript-child', 'register.mjs');

/**
 * Long forms of the tests, with their settings. `npm test` runs a short form. `all` runs each of them
 * except measurements.
 */
const TESTS = {
  services: {
    does: 'the long form of the tests that start a service: all of them, or those whose path matches',
    pattern: '(e2e|long)-spec',
    options: {},
    always: { TEST_LONG: 'on' },
    takes: '[<pattern> …]',
  },
  faults: {
    does: 'every fault of the catalogue in its short form; npm run faults runs the full forms',
    program: ['test', 'faults', 'run.ts'],
    args: ['--short'],
    options: {},
  },
  ledgers: {
    does: 'random histories of settlement ledgers',
    pattern: 'test/property/settlement',
    options: { runs: ['SETTLEMENT_RUNS', '10000'], seed: ['SETTLEMENT_SEED', ''] },
  },
  journals: {
    does: 'random journals, reads and decisions, compared with the bounded sum of the journals',
    pattern: 'test/property/ledger',
    options: { runs: ['JOURNALS_RUNS', '20000'], seed: ['JOURNALS_SEED', ''] },
  },
  money: {
    does: 'random deposits, orders, withdrawals and reversals against the sandbox, with faults',
    pattern: 'test/property/money',
    options: { runs: ['MONEY_RUNS', '1000'], seed: ['MONEY_SEED', ''] },
  },
  model: {
    does: 'users, deposits, orders, settlement against a small reference',
    pattern: 'test/property/platform',
    options: { runs: ['MODEL_RUNS', '10000'], seed: ['MODEL_SEED', ''] },
  },
  rows: {
    does: 'rows of read models in both databases against a small reference',
    pattern: 'test/property/read-store',
    options: { runs: ['READ_STORE_RUNS', '5000'], seed: ['READ_STORE_SEED', ''] },
  },
  webhooks: {
    does: 'order of webhooks at a receiver that fails at random, also while workers are killed',
    pattern: 'test/e2e/webhooks/deliveries.survive-faults',
    options: { events: ['WEBHOOK_EVENTS', '10000'] },
    always: { TEST_LONG: 'on' },
  },
  'cut-offs': {
    does: 'cut-offs while deposits complete',
    pattern: 'test/e2e/settlement/cut-offs.under-load',
    options: { deposits: ['CUT_OFF_DEPOSITS', '1000'] },
    always: { TEST_LONG: 'on' },
  },
  clients: {
    does: 'clients that Kiota (C#, needs dotnet) and openapi-ts generate, against a service',
    pattern: 'test/e2e/clients/',
    options: {},
    always: { TEST_LONG: 'on' },
  },
  postgres: {
    does: 'deposits, orders and settlement of services that keep read models in PostgreSQL',
    pattern: 'test/e2e/(journey|funding|orders|settlement)/',
    options: {},
    always: { TEST_READ_MODELS: 'postgres' },
  },
  totals: {
    does: 'totals and statements of small and huge periods',
    pattern: 'test/bench/totals',
    options: { lines: ['TOTALS_LINES', '1000000'] },
  },
  reconciliation: {
    does: 'calls and time of reconciling an hour with many changes among many accounts',
    pattern: 'test/bench/reconciliation',
    options: {
      changes: ['RECONCILIATION_CHANGES', '10000'],
      accounts: ['RECONCILIATION_ACCOUNTS', '100000'],
    },
  },
  'cluster-faults': {
    does: 'npm run cluster under load: each part killed, stopped and cut off in turn',
    program: ['test', 'cluster', 'faults', 'run.ts'],
    postgres: true,
    options: {
      seconds: ['CLUSTER_FAULTS_SECONDS', '10'],
      rate: ['CLUSTER_FAULTS_RATE', '6'],
      seed: ['CLUSTER_FAULTS_SEED', '1'],
    },
    takes: '[<part> …]',
  },
  rolling: {
    does: 'a rolling upgrade and back under load: here to one more event type, or an earlier commit to here',
    program: ['test', 'cluster', 'rolling', 'run.ts'],
    postgres: true,
    options: { rate: ['ROLLING_RATE', '6'], seed: ['ROLLING_SEED', '1'] },
    takes: '[<commit>]',
  },
  idle: {
    measures: true,
    does: 'CPU time and memory of an idle service',
    program: ['test', 'bench', 'idle', 'run.ts'],
    options: { seconds: ['IDLE_SECONDS', '60'], journeys: ['IDLE_JOURNEYS', '10'] },
    takes: '[event-store]',
  },
  'event-store': {
    measures: true,
    does: 'processor time and calls of a deposit beside EventStoreDB, here and in another version',
    program: ['test', 'bench', 'event-store', 'run.ts'],
    options: { rounds: ['EVENT_STORE_ROUNDS', '4'], deposits: ['EVENT_STORE_DEPOSITS', '50'] },
    takes: '[<folder of that version>]',
  },
  scale: {
    measures: true,
    does: 'deposits worked by one and by two of each process, on embedded stores and on clusters',
    program: ['test', 'cluster', 'scale', 'run.ts'],
    postgres: true,
    options: { deposits: ['SCALE_DEPOSITS', '1000'], rounds: ['SCALE_ROUNDS', '3'] },
    takes: '[<set-up> …]',
  },
  beside: {
    measures: true,
    does: 'duration of registrations, deposits and orders, alternately here and in another version',
    program: ['test', 'bench', 'beside', 'run.ts'],
    options: { rounds: ['BESIDE_ROUNDS', '8'] },
    takes: '<folder of that version>',
  },
  history: {
    measures: true,
    does: 'space of completed deposits and orders in Redis and on disk',
    program: ['test', 'bench', 'history', 'run.ts'],
    options: { each: ['HISTORY_EACH', '50000'] },
  },
  console: {
    measures: true,
    does: 'load time of each console page with many users and deposits',
    program: ['test', 'bench', 'console', 'run.ts'],
    tool: BROWSERS,
    options: {
      users: ['CONSOLE_USERS', '100000'],
      deposits: ['CONSOLE_DEPOSITS', '1000000'],
    },
  },
  mutants: {
    does: 'mutants of the pure cores and the write path: a spec must fail for each',
    program: ['test', 'mutants', 'run.ts'],
    options: {},
    takes: '[<folder> …]',
  },
  edges: {
    does: 'effect of an idle, slow, flooding or greedy caller on all others',
    program: ['test', 'edges', 'run.ts'],
    options: {},
    takes: '["<edge>" …]',
  },
  durability: {
    does: 'a system call trace of the API: confirmed writes are on disk',
    program: ['test', 'durability', 'run.ts'],
    tool: ['strace'],
    options: { commands: ['DURABILITY_COMMANDS', '200'] },
  },
};

const HELP = [
  'npm run long -- <test> [--option <n>]',
  `  ${'all'.padEnd(44)} every test below in sequence, except measurements`,
  ...Object.entries(TESTS).map(([name, { does, options, takes = [] }]) => {
    const known = Object.entries(options).map(
      ([option, [, value]]) => `--${option} ${value || '<n>'}`,
    );
    return `  ${[name, ...known].concat(takes).join(' ').padEnd(44)} ${does}`;
  }),
].join('\n');

const long = async () => {
  endToolsWhenInterrupted();
  endWithNpm();
  const [name, ...rest] = process.argv.slice(2);
  if (name === undefined || [name, ...rest].includes('--help')) return console.log(HELP);
  if (name === 'all' && rest.length === 0) process.exit(await runAll());
  const test = Object.hasOwn(TESTS, name) ? TESTS[name] : undefined;
  if (test === undefined)
    throw new Problem(`unknown long test ${name}. Tests: all, ${Object.keys(TESTS).join(', ')}.`);
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
const run = async (test, words) => {
  const { settings, positionals } = read(test, words);
  const env = { ...process.env, ...settings, ...test.always };
  const args = test.program === undefined ? [TEST_COMMAND] : await argsOf(test);
  if (test.pattern !== undefined && positionals.length === 0) args.push(test.pattern);
  const { code } = await runTool(process.execPath, [...args, ...positionals], { env, show: true });
  return code;
};

/** Returns the arguments of a program after checking its tools. */
const argsOf = async ({ program, args = [], tool = [], postgres = false }) => {
  const [debianPackage] = tool;
  const advice = `install ${debianPackage} for this test.`;
  if (debianPackage !== undefined) await findOrInstall(tool, { debianPackage, advice, say });
  await findRedis(say);
  if (postgres) await findPostgres(say);
  await prepare(say, { scope: 'all' });
  return [`--import=${REGISTER}`, join(ROOT, ...program), ...args];
};

const read = ({ options, takes }, args) => {
  const known = Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' }]));
  const { values, positionals } = parse(args, known, takes !== undefined);
  const settings = {};
  for (const [name, [variable, byDefault]] of Object.entries(options)) {
    const value = values[name] ?? byDefault;
    if (value === '') continue;
    if (!/^\d{1,10}$/.test(value)) throw new Problem(`--${name} must be a whole number.`);
    settings[variable] = value;
  }
  return { settings, positionals };
};

const parse = (args, options, allowPositionals) => {
  try {
    return parseArgs({ args, options, allowPositionals });
  } catch (error) {
    throw new Problem(`${error.message.split('. ')[0]}: see npm run long -- --help.`);
  }
};

await main(long);
