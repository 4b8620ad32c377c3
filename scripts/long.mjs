import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BROWSERS } from './lib/browsers.mjs';
import { prepare } from './lib/install.mjs';
import { findPostgres } from './lib/postgres.mjs';
import { main, Problem } from './lib/problem.mjs';
import { endWithNpm } from './lib/parent.mjs';
import { findRedis } from './lib/redis.mjs';
import { endToolsWhenInterrupted, findOrInstall, ROOT, runTool } from './lib/tools.mjs';

const say = (line) => console.error(line);
const REGISTER = join(ROOT, 'test', 'support', 'typescript-child', 'register.mjs');

/** Tests that `npm test` runs in a short form, and what makes them long. */
const TESTS = {
  books: {
    does: 'random lives of the settlement books',
    pattern: 'test/property/settlement',
    options: { runs: ['SETTLEMENT_RUNS', '10000'], seed: ['SETTLEMENT_SEED', ''] },
  },
  journals: {
    does: 'what the broker’s people do with journals, against what the broker holds in the end',
    pattern: 'test/property/journals',
    options: { runs: ['JOURNALS_RUNS', '3000'], seed: ['JOURNALS_SEED', ''] },
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
  'cut-offs': {
    does: 'cut-offs while deposits complete',
    pattern: 'test/e2e/settlement/cut-offs.under-load',
    options: { deposits: ['CUT_OFF_DEPOSITS', '1000'] },
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
    does: 'processor and memory of a service that nobody asks for anything',
    program: ['test', 'bench', 'idle', 'run.ts'],
    options: { seconds: ['IDLE_SECONDS', '60'], journeys: ['IDLE_JOURNEYS', '10'] },
    takes: '[event-store]',
  },
  scale: {
    does: 'deposits worked by one and by two of each process, on embedded stores and on clusters',
    program: ['test', 'cluster', 'scale', 'run.ts'],
    postgres: true,
    options: { deposits: ['SCALE_DEPOSITS', '1000'], rounds: ['SCALE_ROUNDS', '3'] },
    takes: '[<set-up> …]',
  },
  beside: {
    does: 'how long registrations, deposits and orders take here and in another version, in turns',
    program: ['test', 'bench', 'beside', 'run.ts'],
    options: { rounds: ['BESIDE_ROUNDS', '8'] },
    takes: '<folder of that version>',
  },
  history: {
    does: 'what deposits and orders leave in Redis and on disk once they are worked',
    program: ['test', 'bench', 'history', 'run.ts'],
    options: { each: ['HISTORY_EACH', '50000'] },
  },
  console: {
    does: 'how long each page of the console takes over many users and deposits',
    program: ['test', 'bench', 'console', 'run.ts'],
    tool: BROWSERS,
    options: {
      users: ['CONSOLE_USERS', '100000'],
      deposits: ['CONSOLE_DEPOSITS', '1000000'],
    },
  },
  mutants: {
    does: 'mistakes made in the pure cores and the write path, one by one: a spec must turn red',
    program: ['test', 'mutants', 'run.ts'],
    options: {},
    takes: '[<folder> …]',
  },
  edges: {
    does: 'what one caller can do to all others: idle, deaf, flooding and greedy ones',
    program: ['test', 'edges', 'run.ts'],
    options: {},
    takes: '["<edge>" …]',
  },
  durability: {
    does: 'a trace of the api: what it confirms is on disk',
    program: ['test', 'durability', 'run.ts'],
    tool: ['strace'],
    options: { commands: ['DURABILITY_COMMANDS', '200'] },
  },
};

const HELP = [
  'npm run long -- <test> [--option <n>]',
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
  if (name === undefined || name === '--help') return console.log(HELP);
  const test = Object.hasOwn(TESTS, name) ? TESTS[name] : undefined;
  if (test === undefined)
    throw new Problem(`there is no long test ${name}; there are ${Object.keys(TESTS).join(', ')}.`);
  if (rest.includes('--help')) return console.log(HELP);
  const { settings, positionals } = read(test, rest);
  const env = { ...process.env, ...settings, ...test.always };
  const args =
    test.program === undefined ? [`${ROOT}/scripts/test.mjs`, test.pattern] : await argsOf(test);
  args.push(...positionals);
  const { code } = await runTool(process.execPath, args, { env, show: true });
  process.exit(code);
};

/** For a program that starts what it needs itself, and may need one of these tools. */
const argsOf = async ({ program, tool = [], postgres = false }) => {
  const [debianPackage] = tool;
  const advice = `install ${debianPackage} for this test.`;
  if (debianPackage !== undefined) await findOrInstall(tool, { debianPackage, advice, say });
  await findRedis(say);
  if (postgres) await findPostgres(say);
  await prepare(say, { scope: 'all' });
  return [`--import=${REGISTER}`, join(ROOT, ...program)];
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
