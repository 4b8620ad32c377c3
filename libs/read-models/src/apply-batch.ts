import { sql } from 'kysely';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { type StoredOf, applyChanges } from './apply-changes.js';
import { canonical } from './canonical.js';
import { type QuarantinedEvent, projectEvents, quarantinedBy } from './project-events.js';
import type { RegisteredProjection } from './projection.js';
import type { SqlEngine, Tx } from './sql-engine.js';
import { text } from '#kernel/projection/table.js';

/** The table set that a batch is applied to. */
type Target = {
  readonly generation: number;
  readonly models: readonly RegisteredProjection[];
  readonly storedOf: StoredOf;
};

/** Applies events within a transaction. Returns the events that it could not apply. */
export type ApplyEvents = (
  tx: Tx,
  into: Target,
  events: readonly RecordedEvent[],
) => Promise<readonly QuarantinedEvent[]>;

/**
 * Runs a transaction that applies all events at once. If the database rejects a value, runs the
 * transaction again and applies each event separately. @throws errors of `work` and of the database
 */
export const applyBatch = async <Result>(
  engine: SqlEngine,
  work: (tx: Tx, take: ApplyEvents) => Promise<Result>,
): Promise<Result> => {
  try {
    return await engine.write((tx) => work(tx, takeAtOnce));
  } catch (error) {
    if (!engine.dialect.isOfData(error)) throw error;
    return engine.write((tx) => work(tx, takeOneByOne(engine)));
  }
};

const takeAtOnce: ApplyEvents = async (tx, { generation, models, storedOf }, events) => {
  const { changes, quarantined } = projectEvents(events, models);
  await applyChanges(tx, storedOf, changes);
  await quarantine(tx, generation, quarantined);
  return quarantined;
};

const takeOneByOne =
  ({ dialect }: SqlEngine): ApplyEvents =>
  async (tx, into, events) => {
    const quarantined: QuarantinedEvent[] = [];
    for (const event of events)
      for (const model of into.models) {
        await sql`savepoint one`.execute(tx.db);
        try {
          quarantined.push(...(await takeAtOnce(tx, { ...into, models: [model] }, [event])));
        } catch (error) {
          if (!dialect.isOfData(error)) throw error;
          await sql`rollback to savepoint one`.execute(tx.db);
          const own = quarantinedBy(model.name, event, error);
          await quarantine(tx, into.generation, [own]);
          quarantined.push(own);
        }
        await sql`release savepoint one`.execute(tx.db);
      }
    return quarantined;
  };

const quarantine = async (
  { db }: Tx,
  generation: number,
  quarantined: readonly QuarantinedEvent[],
): Promise<void> => {
  for (const { model, position, partnerId, stream, type, reason } of quarantined)
    await db
      .insertInto('quarantined_events')
      .values({
        ...{ generation, model, position, partner_id: kept(partnerId) },
        ...{ stream: kept(stream), type: kept(type), reason: kept(reason) },
      })
      .onConflict((same) => same.doNothing())
      .execute();
};

/** Removes characters that a database rejects, so that every event can be quarantined. */
const kept = (value: string): string => String(canonical(text, 'text', value));
