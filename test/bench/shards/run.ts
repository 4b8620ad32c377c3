import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import { projections } from '../../../apps/parts.js';
import { median } from '../row.js';
import { differences } from './books.js';
import { writePartners } from './partners-log.js';
import { type Form, type Simulated, simulate } from './simulation.js';

/**
 * `npm run long -- shards`: all read models built from one log by one projector, and by two and four
 * that share the partners among them. Judges no time; books that differ end it with 1.
 */
const PARTNERS = Number(process.env['SHARDS_PARTNERS'] ?? 100);
const EVENTS = Number(process.env['SHARDS_EVENTS'] ?? 60_000);
const ROUNDS = Number(process.env['SHARDS_ROUNDS'] ?? 3);
const FORMS: readonly Form[] = [
  { shards: 1, ownRedis: false },
  { shards: 2, ownRedis: false },
  { shards: 4, ownRedis: false },
  { shards: 2, ownRedis: true },
  { shards: 4, ownRedis: true },
];
const SHOWN_MAX = 10;

const say = (line: string) => console.error(line);
const load = () => `load ${loadavg()[0]?.toFixed(1)}`;
const whole = (amount: number): string => Math.round(amount).toLocaleString('en-US');
const sum = (amounts: readonly number[]): number => amounts.reduce((a, b) => a + b, 0);

type Judged = Simulated & { readonly wrong: readonly string[] };

const judged = (simulated: Simulated, first: Simulated): Judged => {
  const { books } = simulated;
  const wanted = PARTNERS * projections.length;
  const few = books.digests.size === wanted ? [] : [`${books.digests.size} books, not ${wanted}`];
  const different = differences(first.books, books).map((book) => `${book} is another`);
  return { ...simulated, wrong: [...few, ...books.faults, ...different] };
};

/** One form in all rounds, beside the one projector of the same round; costs are of the middle one. */
const rowOf = (own: readonly Judged[], ones: readonly Judged[], events: number) => {
  const seconds = own.map(({ built }) => built.seconds);
  const ratios = own.map(({ built }, round) => ones[round]!.built.seconds / built.seconds);
  const middle = own.find(({ built }) => built.seconds === median(seconds))!;
  const { shardsS, redisS } = middle.built;
  return [
    middle.shards,
    middle.ownRedis ? 'its own each' : 'one',
    whole(events / median(seconds)),
    median(ratios).toFixed(2),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    shardsS.map((each) => each.toFixed(1)).join(' + '),
    redisS.toFixed(1),
    whole((1_000_000 * (sum(shardsS) + redisS)) / events),
    whole(events / busiestS(middle)),
    own.every(({ wrong }) => wrong.length === 0) ? 'yes' : 'NO',
  ];
};

/** Nothing is done before this is, however many cores there are. */
const busiestS = ({ shards, ownRedis, built }: Simulated): number =>
  Math.max(...built.shardsS, built.redisS / (ownRedis ? shards : 1));

const folder = mkdtempSync(join(tmpdir(), 'shards-'));
try {
  say(`${cpus().length} cores ${cpus()[0]?.model}, Node ${process.version}, ${load()}`);
  const file = join(folder, 'events.db');
  const events = await writePartners(file, { partners: PARTNERS, events: EVENTS });
  const bytes = whole(statSync(file).size / events);
  say(`${whole(events)} events of ${PARTNERS} partners, ${bytes} bytes of the log each`);
  const all = FORMS.map((): Judged[] => []);
  for (let round = 1; round <= ROUNDS; round++)
    for (const [i, form] of FORMS.entries()) {
      const simulated = await simulate(file, form);
      const one = judged(simulated, all[0]![0] ?? simulated);
      all[i]!.push(one);
      const { shards, ownRedis, built } = one;
      const forms = `${shards} shards, ${ownRedis ? 'a Redis each' : 'one Redis'}`;
      say(`round ${round} of ${ROUNDS}: ${forms}: ${built.seconds.toFixed(1)} s, ${load()}`);
      for (const line of one.wrong.slice(0, SHOWN_MAX)) say(`  ${line}`);
    }
  const { documents, indexes } = all[0]![0]!.books;
  say(`${whole(documents)} documents and ${whole(indexes)} indexes compared each time`);
  const costs = ['shards s', 'Redis s', 'µs/event', 'a core each'];
  const head = ['shards', 'Redis', 'events/s', 'to one', 'spread', ...costs, 'same books'];
  const table = new Table({ head, style: { head: [], border: [] } });
  for (const own of all) table.push(rowOf(own, all[0]!, events));
  console.log(table.toString());
  console.log('a core each: events/s by the processor seconds of the busiest, computed');
  process.exitCode = all.flat().every(({ wrong }) => wrong.length === 0) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
