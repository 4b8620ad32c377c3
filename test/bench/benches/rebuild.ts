import Database from 'better-sqlite3';
import { dropAllSets } from '#read-models/table-sets.js';
import { type TestPostgres, startPostgres } from '../../support/postgres.js';
import { type Bench, type Form } from '../bench.js';
import { begun, complete, headOf } from '../complete.js';
import { Crowd } from '../concurrent-users.js';
import { lagWhileRebuilding } from '../live-lag.js';
import { livedUsers } from '../lived-users.js';
import { type Row, rowOf } from '../row.js';
import { Stage } from '../fixture.js';

const [EVENTS, QUICK_EVENTS] = [1_000_000, 75_000];
const WITHIN_MS = 900_000;
const MANY_PARTNERS = 1_000;

/**
 * All read models, from when they were seen to be lost, to reading and parsing the log; of one partner
 * and of a thousand; how late lists are while an operator's rebuild runs; and what PostgreSQL takes.
 */
export const rebuild: Bench = {
  name: 'rebuild',
  async run(form) {
    const stages: Lost[] = [];
    try {
      const one = await Lost.open(stages, form, 1);
      if (form.quick) return ofOne(await inTurn(form, one, null));
      const thousand = await Lost.open(stages, form, MANY_PARTNERS);
      const rounds = await inTurn(form, one, thousand);
      const lag = await lagWhileRebuilding(form, one.stage, one.store);
      return [...ofOne(rounds), ofThousand(rounds), ...lag, await ofPostgres(form, rounds.one)];
    } finally {
      for (const stage of stages) await stage.close();
    }
  },
};

type Rounds = Readonly<Record<'one' | 'thousand' | 'parsed', number[]>>;

/** Each in events a second. The first round warms up and does not count. */
const inTurn = async (form: Form, one: Lost, thousand: Lost | null): Promise<Rounds> => {
  const rounds: Rounds = { one: [], thousand: [], parsed: [] };
  for (let round = 0; round <= form.rounds; round++) {
    const [ours, read] = [await one.rebuilt(), one.parsed()];
    const many = (await thousand?.rebuilt()) ?? 0;
    if (round === 0) continue;
    rounds.one.push(ours);
    rounds.parsed.push(read);
    if (thousand !== null) rounds.thousand.push(many);
    const shown = [ours, read, many].map((perS) => perS.toPrecision(4)).join(', ');
    form.say(`round ${round} of ${form.rounds}: ${shown}`);
  }
  return rounds;
};

const ofOne = ({ one, parsed }: Rounds): Row[] => {
  const [name, unit] = ['rebuild', 'events/s'];
  return [
    rowOf({ name, unit, measured: one, reference: parsed, goal: { atLeast: 0.1 } }),
    rowOf({
      ...{ name: `${name}: events a second`, unit, measured: one, goal: { atLeast: 50_000 } },
    }),
  ];
};

const msOf = (perS: number): number => 1_000_000 / perS;

const ofThousand = ({ one, thousand }: Rounds): Row =>
  rowOf({
    ...{ name: `rebuild: ${MANY_PARTNERS} partners`, unit: 'µs an event', goal: { atMost: 1.4 } },
    measured: thousand.map(msOf),
    reference: one.map(msOf),
  });

/** One round: its figure stands beside that of SQLite and is no goal of its own. */
const ofPostgres = async (form: Form, sqlite: readonly number[]): Promise<Row> => {
  const postgres = await startPostgres();
  const stages: Lost[] = [];
  try {
    const lost = await Lost.open(stages, form, 1, postgres);
    const measured = [await lost.rebuilt()];
    const reference = sqlite.slice(-1);
    const goal = { atLeast: 0.2 };
    return rowOf({ name: 'rebuild: PostgreSQL', unit: 'events/s', measured, reference, goal });
  } finally {
    for (const stage of stages) await stage.close();
    await postgres.stop();
  }
};

/** A service whose projector alone is at work, and loses its read models as often as wanted. */
class Lost {
  private constructor(
    readonly stage: Stage,
    readonly store: Awaited<ReturnType<Stage['readStore']>>,
    private readonly head: number,
  ) {}

  static async open(
    opened: Lost[],
    form: Form,
    partners: number,
    postgres: TestPostgres | null = null,
  ): Promise<Lost> {
    const events = form.events ?? (form.quick ? QUICK_EVENTS : EVENTS);
    const settings = postgres === null ? {} : { READ_MODELS_URL: await postgres.database() };
    const stage = await Stage.open(1, settings);
    const store = await stage.readStore();
    try {
      await livedUsers(stage);
      stage.pause('projector', 'worker', 'sandbox');
      const crowd = Crowd.of(stage, undefined, partners);
      crowd.append(events);
      form.say(`${crowd.size} events of a user copied up to ${events}, partners: ${partners}`);
      const lost = new Lost(stage, store, headOf(stage.events));
      opened.push(lost);
      return lost;
    } catch (error) {
      await store.engine.close();
      await stage.close();
      throw error;
    }
  }

  /** How many events a second. */
  async rebuilt(): Promise<number> {
    await dropAllSets(this.store);
    this.stage.goOn('projector');
    await begun(this.store);
    const beganMs = performance.now();
    await complete(this.store, this.head, WITHIN_MS);
    const tookMs = performance.now() - beganMs;
    this.stage.pause('projector');
    return this.head / (tookMs / 1_000);
  }

  /** How many events a second can be read and parsed. */
  parsed(): number {
    const db = new Database(this.stage.events, { readonly: true });
    const beganMs = performance.now();
    let fields = 0;
    // Whole events: nobody can do anything with one whose stream and type he has not read.
    const rows = db.prepare<[], { data: string; metadata: string }>(
      'SELECT position, stream, revision, id, type, data, metadata FROM events ORDER BY position',
    );
    for (const { data, metadata } of rows.iterate()) fields += fieldsOf(data) + fieldsOf(metadata);
    db.close();
    if (fields === 0) throw new Error('the log is empty');
    return this.head / ((performance.now() - beganMs) / 1_000);
  }

  async close(): Promise<void> {
    await this.store.engine.close();
    await this.stage.close();
  }
}

const fieldsOf = (json: string): number => Object.keys(JSON.parse(json) as object).length;
