import Database from 'better-sqlite3';
import { type Bench, alternating } from '../bench.js';
import { begun, complete, headOf } from '../complete.js';
import { Crowd } from '../crowd.js';
import { rowOf } from '../row.js';
import { Stage } from '../stage.js';
import { livedUsers } from '../lived-users.js';

const [EVENTS, QUICK_EVENTS] = [1_000_000, 75_000];
const WITHIN_MS = 600_000;

/** All read models, from when they were seen to be lost, to reading and parsing the log. */
export const rebuild: Bench = {
  name: 'rebuild',
  async run(form) {
    const events = form.quick ? QUICK_EVENTS : EVENTS;
    const stage = await Stage.open(1);
    const store = await stage.readStore();
    try {
      await livedUsers(stage);
      stage.pause('projector', 'worker', 'sandbox');
      const crowd = Crowd.of(stage);
      crowd.append(events);
      form.say(`${crowd.size} events of a user copied up to ${events}`);
      const head = headOf(stage.events);
      stage.goOn('projector');
      await complete(store, head, WITHIN_MS);
      const measure = async () => {
        await store.forgetAll();
        await begun(store);
        const beganMs = performance.now();
        await complete(store, head, WITHIN_MS);
        return head / ((performance.now() - beganMs) / 1_000);
      };
      const rounds = await alternating(form, measure, async () => parsed(stage.events, head));
      const name = 'rebuild';
      return [
        rowOf({ name, unit: 'events/s', ...rounds, goal: { atLeast: 0.3 } }),
        rowOf({
          name: `${name}: events a second`,
          unit: 'events/s',
          measured: rounds.measured,
          goal: { atLeast: 30_000 },
        }),
      ];
    } finally {
      await store.engine.close();
      await stage.close();
    }
  },
};

const parsed = (file: string, head: number): number => {
  const db = new Database(file, { readonly: true });
  const beganMs = performance.now();
  let fields = 0;
  // Whole events: nobody can do anything with one whose stream and type he has not read.
  const rows = db.prepare<[], { data: string; metadata: string }>(
    'SELECT position, stream, revision, id, type, data, metadata FROM events ORDER BY position',
  );
  for (const { data, metadata } of rows.iterate())
    fields += Object.keys(JSON.parse(data) as object).length + metadataFields(metadata);
  db.close();
  if (fields === 0) throw new Error('the log is empty');
  return head / ((performance.now() - beganMs) / 1_000);
};

const metadataFields = (metadata: string): number =>
  Object.keys(JSON.parse(metadata) as object).length;
