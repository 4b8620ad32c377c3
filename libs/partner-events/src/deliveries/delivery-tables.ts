import { sql } from 'kysely';
import {
  type Columns,
  type RowOf,
  integer,
  orNull,
  text,
  time,
  uuid,
} from '#kernel/projection/table.js';
import type { Dialect } from '#read-models/dialect.js';
import { type SqlEngine, snake } from '#read-models/sql-engine.js';
import type { OwnTable } from './table-rows.js';

/*
 * The log of deliveries, in the database of the read models, beside the events. If the database is
 * lost, the history of deliveries is lost, and deliveries begin again at their endpoints' start.
 */

export const STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof STATUSES)[number];

/** State of an endpoint's deliveries. */
const progress = {
  endpointId: uuid,
  partnerId: uuid,
  /** Events of the feed up to this log position have a delivery. */
  position: integer,
  /** Event at or before the position, which shows whether the log was replaced; null: none. */
  lastEventId: orNull(uuid),
  /** Number of times that the endpoint was enabled again, as applied here. */
  resumed: integer,
  openMax: integer,
  failuresInRow: integer,
  restUntil: orNull(time),
  lastSuccessAt: orNull(time),
  /** First failure since the last success; null after a success. */
  failingSince: orNull(time),
  /** Ended deliveries up to this log position were deleted. */
  forgottenTo: integer,
};

/** The run that delivers to an endpoint, and the time at which it counts as dead. */
const runs = {
  endpointId: uuid,
  runId: uuid,
  until: time,
};

/** Requested redeliveries that were begun. */
const redeliveries = {
  id: uuid,
  endpointId: uuid,
  position: integer,
};

const deliveries = {
  id: uuid,
  endpointId: uuid,
  partnerId: uuid,
  /** `event`, `replay` or `test`. */
  kind: text,
  eventId: uuid,
  type: text,
  objectId: uuid,
  /** Log position and revision of the fact. */
  position: integer,
  revision: integer,
  occurredAt: time,
  status: text,
  attempts: integer,
  /** Time of the next attempt; null while an earlier event of the object waits, and at the end. */
  nextAttemptAt: orNull(time),
  firstAttemptAt: orNull(time),
  createdAt: time,
  /** Body of a test; null: the event has it. */
  body: orNull(text),
};

const attempts = {
  deliveryId: uuid,
  at: time,
  status: orNull(integer),
  durationMs: integer,
  error: orNull(text),
  responseStart: orNull(text),
};

/** State of a delivery before its first attempt. */
export const UNTRIED = {
  ...{ status: 'pending', attempts: 0n, firstAttemptAt: null, nextAttemptAt: null },
} as const;

export type ProgressRow = RowOf<typeof progress>;
export type DeliveryRow = RowOf<typeof deliveries>;
export type AttemptRow = RowOf<typeof attempts>;

export const PROGRESS: OwnTable<typeof progress> = {
  name: 'webhook_progress',
  columns: progress,
  key: ['endpoint_id'],
  indexes: {},
};
export const RUNS: OwnTable<typeof runs> = {
  name: 'webhook_runs',
  columns: runs,
  key: ['endpoint_id'],
  indexes: {},
};
export const REDELIVERIES: OwnTable<typeof redeliveries> = {
  name: 'webhook_redeliveries',
  columns: redeliveries,
  key: ['id'],
  indexes: {},
};
export const DELIVERIES: OwnTable<typeof deliveries> = {
  name: 'webhook_deliveries',
  columns: deliveries,
  key: ['id'],
  indexes: {
    webhook_deliveries_next: 'endpoint_id, next_attempt_at',
    webhook_deliveries_object: 'endpoint_id, object_id, status, position, id',
    webhook_deliveries_event: 'endpoint_id, event_id',
    webhook_deliveries_status: 'endpoint_id, status, position',
    webhook_deliveries_listed: 'endpoint_id, created_at, id',
    webhook_deliveries_age: 'created_at',
  },
};
export const ATTEMPTS: OwnTable<typeof attempts> = {
  name: 'webhook_attempts',
  columns: attempts,
  key: ['delivery_id', 'at'],
  indexes: {},
};

const TABLES = [PROGRESS, RUNS, REDELIVERIES, DELIVERIES, ATTEMPTS] as const;

/** Creates the missing tables, and keeps existing ones. @throws {ReadStoreUnavailable} */
export const createDeliveryTables = async (engine: SqlEngine): Promise<void> => {
  const { dialect } = engine;
  await engine.write(async ({ db }) => {
    // Two processes may create the tables at the same time.
    if (dialect.name === 'postgres') await sql`select pg_advisory_xact_lock(7302)`.execute(db);
    for (const table of TABLES)
      for (const statement of definitionOf(table, dialect)) await sql.raw(statement).execute(db);
  });
};

const definitionOf = ({ name, columns, key, indexes }: OwnTable<Columns>, dialect: Dialect) => [
  `create table if not exists ${name} (${Object.entries(columns)
    .map(([column, { type, nullable }]) =>
      [snake(column), dialect.types[type], nullable ? '' : 'not null'].join(' '),
    )
    .join(', ')}, primary key (${key.join(', ')})) ${dialect.tableEnd}`,
  ...Object.entries(indexes).map(
    ([index, on]) => `create index if not exists ${index} on ${name} (${on})`,
  ),
];
