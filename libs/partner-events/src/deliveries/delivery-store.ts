import { sql } from 'kysely';
import type { Dialect } from '#read-models/dialect.js';
import type { ReadStore } from '#read-models/read-store.js';
import type { Db } from '#read-models/sql-engine.js';
import {
  ATTEMPTS,
  DELIVERIES,
  PROGRESS,
  REDELIVERIES,
  RUNS,
  createDeliveryTables,
} from './delivery-tables.js';
import { TableRows } from './table-rows.js';

const tablesOf = (db: Db, dialect: Dialect) => ({
  progress: new TableRows(PROGRESS, db, dialect),
  runs: new TableRows(RUNS, db, dialect),
  redeliveries: new TableRows(REDELIVERIES, db, dialect),
  deliveries: new TableRows(DELIVERIES, db, dialect),
  attempts: new TableRows(ATTEMPTS, db, dialect),

  /**
   * Gives the first pending delivery of each object a time if it lacks one, and takes it from later
   * ones. `rows`: deliveries of these objects; null: all objects.
   */
  async arrange(
    endpointId: string,
    rows: readonly { readonly objectId: string }[] | null,
    now: Date,
  ): Promise<void> {
    if (rows?.length === 0) return;
    const { encode, types } = dialect;
    const ids = [...new Set(rows?.map(({ objectId }) => objectId))].map((id) => encode('uuid', id));
    const ofObjects = rows === null ? sql`` : sql`and object_id in (${sql.join(ids)})`;
    await sql`update webhook_deliveries set next_attempt_at = case when next_attempt_at is null
        then cast(${encode('time', now.toISOString())} as ${sql.raw(types.time)}) end
      where endpoint_id = ${encode('uuid', endpointId)} and status = 'pending' ${ofObjects}
        and (next_attempt_at is null) = (id = (
          select f.id from webhook_deliveries f
          where f.endpoint_id = webhook_deliveries.endpoint_id
            and f.object_id = webhook_deliveries.object_id and f.status = 'pending'
          order by f.position, f.id limit 1))`.execute(db);
  },
});

/** The delivery tables, in a transaction or outside. */
export type DeliveryTables = ReturnType<typeof tablesOf>;

/** Opens the delivery tables. @throws {ReadStoreUnavailable} from each method */
export class DeliveryStore {
  private created: Promise<void> | null = null;

  constructor(readonly readStore: ReadStore) {}

  /** Returns the tables for reads outside a transaction. */
  async tables(): Promise<DeliveryTables> {
    await this.ready();
    const { db, dialect } = this.readStore.engine;
    return tablesOf(db, dialect);
  }

  /**
   * Runs a transaction. Transactions about the same endpoint run one after another, because the
   * order of an object depends on all its deliveries.
   */
  async write<Result>(
    endpointIds: readonly string[],
    work: (tables: DeliveryTables) => Promise<Result>,
  ): Promise<Result> {
    await this.ready();
    return this.readStore.engine.write(async ({ db, dialect }) => {
      // SQLite runs one transaction at a time.
      if (dialect.name === 'postgres' && endpointIds.length > 0)
        await sql`select 1 from webhook_progress where endpoint_id in (${sql.join(endpointIds)})
          order by endpoint_id for update`.execute(db);
      return work(tablesOf(db, dialect));
    });
  }

  /** Creates the tables once. The next caller retries after a failure. */
  private async ready(): Promise<void> {
    this.created ??= createDeliveryTables(this.readStore.engine);
    try {
      await this.created;
    } catch (error) {
      this.created = null;
      throw error;
    }
  }
}
