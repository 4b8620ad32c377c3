import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { Bench } from './bench.js';
import { benches, inQuickForm } from './catalogue.js';
import { type Row, tableOf } from './row.js';
import { profileInto } from './fixture.js';

const [ROUNDS, QUICK_ROUNDS] = [5, 3];
/** In the quick form a ratio fails when it is this far from its goal: hosts differ by a half. */
const MARGIN_MIN = 1 / 3;
const LOOKS_MAX = 5;
/** A second look is a longer one. */
const ROUNDS_TIMES_AGAIN = 2;

const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,2}$/.test(text)) throw new InvalidArgumentError('give a whole number above 0.');
  return Number(text);
};

const manyEvents = (text: string): number => {
  if (!/^[1-9]\d{4,7}$/.test(text)) throw new InvalidArgumentError('give 10 000 or more.');
  return Number(text);
};

const known = benches.map(({ name }) => name).join(', ');
const quickNames = inQuickForm.map(({ name }) => name).join(', ');
const program = new Command('npm run bench --')
  .description('Measures the service against what its own stores can do in the same run.')
  .argument('[names...]', `some of: ${known}`)
  .option('--json <file>', 'writes the table as JSON, too')
  .option('--rounds <n>', 'rounds of each figure', wholeNumber)
  .option('--events <n>', 'how long the log is that is rebuilt from', manyEvents)
  .option('--beside <folder>', 'reads, orders and funding are held against an earlier version, too')
  .option('--profile <folder>', 'writes a CPU profile of each process there')
  .option(
    '--quick',
    `small numbers, ${quickNames} unless some are named; fails where a ratio is below a third of its goal`,
  )
  .parse();
const {
  json,
  rounds,
  profile,
  beside,
  events = null,
  quick = false,
} = program.opts<{
  json?: string;
  profile?: string;
  beside?: string;
  events?: number;
  rounds?: number;
  quick?: true;
}>();

if (profile !== undefined) profileInto(resolve(profile));
const unknown = program.args.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) program.error(`there is no ${unknown.join(', ')}; there are ${known}`);

const redisVersion = () =>
  /v=([\d.]+)/.exec(execFileSync('redis-server', ['--version'], { encoding: 'utf8' }))?.[1];

const say = (line: string) => console.error(line);
say(`${cpus().length} cores ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB`);
say(`Node ${process.version}, Redis ${redisVersion()}, event store SQLite in WAL mode`);
say('durability: synchronous=FULL, one fdatasync before each answer; Redis append-only everysec');

const rowsOf = async (bench: Bench, times = 1): Promise<readonly Row[]> => {
  say(`${bench.name} …`);
  return bench.run({
    quick,
    rounds: times * (rounds ?? (quick ? QUICK_ROUNDS : ROUNDS)),
    events,
    beside: beside === undefined ? null : resolve(beside),
    say: (line) => say(`  ${line}`),
  });
};

const isFailing = ({ ratio, met, margin }: Row): boolean =>
  quick ? ratio !== null && margin < MARGIN_MIN : !met;

/**
 * What else the machine does for a while is no failure: in the quick form a row that fails is looked
 * at again, beside fresh processes, and stands as it was seen at its best.
 */
const judged = async (bench: Bench): Promise<readonly Row[]> => {
  let best = await rowsOf(bench);
  for (let looks = 1; quick && looks < LOOKS_MAX && best.some(isFailing); looks++) {
    say(tableOf(best));
    const again = await rowsOf(bench, ROUNDS_TIMES_AGAIN);
    best = best.map((row, i) => better(row, again[i]));
  }
  return best;
};

const better = (one: Row, other: Row | undefined): Row =>
  other !== undefined && other.margin > one.margin ? other : one;

const named = benches.filter(({ name }) => program.args.includes(name));
const everything = quick ? inQuickForm : benches;
const rows: Row[] = [];
for (const bench of named.length > 0 ? named : everything) rows.push(...(await judged(bench)));
console.log(tableOf(rows));
if (json !== undefined) {
  const plain = rows.map(({ name, measured, unit, reference, ratio, goal, met }) => ({
    ...{ name, measured, unit, reference, ratio, goal, met },
  }));
  writeFileSync(json, `${JSON.stringify(plain, null, 2)}\n`);
}
process.exit(rows.some(isFailing) ? 1 : 0);
