import { sql } from 'kysely';
import type { RecordedEvent } from '../event-store/event-log.js';
import { type StoredOf, applyChanges } from './apply-changes.js';
import { canonical } from './canonical.js';
import type { Slot } from './definitions.js';
import { type Parked, projected, reasonOf } from './projected.js';
import type { RegisteredModel } from './read-model.js';
import type { SqlEngine, Tx, WriteOptions } from './sql-engine.js';
import { text } from './table.js';

/** The copies that events are taken into. */
export type Into = {
  readonly slot: Slot;
  readonly models: readonly RegisteredModel[];
  readonly storedOf: StoredOf;
};

/** Takes events in within a transaction; answers those that could not be. */
export type Take = (
  tx: Tx,
  into: Into,
  events: readonly RecordedEvent[],
) => Promise<readonly Parked[]>;

/**
 * A transaction that takes all events at once or, where one of them cannot be written, is carried out
 * anew with each on its own. @throws what `work` and the database do.
 */
export const taking = async <Result>(
  engine: SqlEngine,
  work: (tx: Tx, take: Take) => Promise<Result>,
  options: WriteOptions = {},
): Promise<Result> => {
  try {
    return await engine.write((tx) => work(tx, takeAtOnce), options);
  } catch (error) {
    if (!engine.dialect.isOfData(error)) throw error;
    return engine.write((tx) => work(tx, takeOneByOne(engine)), options);
  }
};

const takeAtOnce: Take = async (tx, { slot, models, storedOf }, events) => {
  const { changes, parked } = projected(events, models);
  await applyChanges(tx, storedOf, changes);
  await park(tx, slot, parked);
  return parked;
};

const takeOneByOne =
  ({ dialect }: SqlEngine): Take =>
  async (tx, into, events) => {
    const parked: Parked[] = [];
    for (const event of events)
      for (const model of into.models) {
        await sql`savepoint one`.execute(tx.db);
        try {
          parked.push(...(await takeAtOnce(tx, { ...into, models: [model] }, [event])));
        } catch (error) {
          if (!dialect.isOfData(error)) throw error;
          await sql`rollback to savepoint one`.execute(tx.db);
          const own = { model: model.name, event, reason: reasonOf(error) };
          await park(tx, into.slot, [own]);
          parked.push(own);
        }
        await sql`release savepoint one`.execute(tx.db);
      }
    return parked;
  };

const park = async ({ db }: Tx, slot: Slot, parked: readonly Parked[]): Promise<void> => {
  for (const { model, event, reason } of parked)
    await db
      .insertInto('parked_events')
      .values({
        ...{ model, slot, position: event.position, reason: kept(reason) },
        partner_id: kept(event.metadata.partnerId),
        ...{ stream: kept(event.stream), type: kept(event.type) },
      })
      .onConflict((same) => same.doNothing())
      .execute();
};

/** A text that no database refuses: what is wrong with an event must not be in its way here, too. */
const kept = (value: string): string => String(canonical(text, 'text', value));
