import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import Table from 'cli-table3';
import { projections } from '../../../apps/parts.js';
import { differences } from './books.js';
import { writePartners } from './partners-log.js';
import { type Form, type Simulated, simulate } from './simulation.js';

/**
 * `npm run long -- shards`: all read models built from one log by one projector, and by two and four
 * that share the partners among them. Judges no time; books that differ end it with 1.
 */
const PARTNERS = Number(process.env['SHARDS_PARTNERS'] ?? 100);
const EVENTS = Number(process.env['SHARDS_EVENTS'] ?? 200_000);
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

const rowOf = (one: Judged, events: number, first: Judged) => [
  one.shards,
  one.ownRedis ? 'its own each' : 'one',
  whole(events / one.built.seconds),
  (first.built.seconds / one.built.seconds).toFixed(2),
  one.built.shardsS.map((seconds) => seconds.toFixed(1)).join(' + '),
  one.built.redisS.toFixed(1),
  whole((1_000_000 * (sum(one.built.shardsS) + one.built.redisS)) / events),
  whole(events / busiestS(one)),
  one.wrong.length === 0 ? 'yes' : 'NO',
];

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
  const all: Judged[] = [];
  for (const form of FORMS) {
    const simulated = await simulate(file, form);
    const one = judged(simulated, all[0] ?? simulated);
    all.push(one);
    const { built, books } = one;
    const redis = form.ownRedis ? 'a Redis each' : 'one Redis';
    say(`${form.shards} shards, ${redis}: ${built.seconds.toFixed(1)} s, ${load()}`);
    if (all.length === 1)
      say(`${whole(books.documents)} documents and ${whole(books.indexes)} indexes to compare`);
    for (const line of one.wrong.slice(0, SHOWN_MAX)) say(`  ${line}`);
  }
  const costs = ['shards s', 'Redis s', 'µs/event', 'a core each'];
  const head = ['shards', 'Redis', 'events/s', 'to one', ...costs, 'same books'];
  const table = new Table({ head, style: { head: [], border: [] } });
  for (const one of all) table.push(rowOf(one, events, all[0]!));
  console.log(table.toString());
  console.log('a core each: events/s by the processor seconds of the busiest, computed');
  process.exitCode = all.every(({ wrong }) => wrong.length === 0) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
