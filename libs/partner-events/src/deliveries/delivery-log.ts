import { sql } from 'kysely';
import type { ReadStore } from '#read-models/read-store.js';
import type { SqlEngine, Tx } from '#read-models/sql-engine.js';
import { feedTable } from '../feed/feed.projection.js';
import { webhookTable } from '../list-endpoints/webhook-endpoints.projection.js';
import { FULL_LOAD, type Load } from '../deliver/retry-plan.decide.js';
import type { WebhookEndpoint } from '../endpoint/endpoint.state.js';
import { BEGINNING } from '../feed/feed.projection.js';
import {
  ATTEMPTS,
  type AttemptRow,
  DELIVERIES,
  type DeliveryRow,
  type DeliveryStatus,
  PROGRESS,
  type ProgressRow,
  REDELIVERIES,
  createDeliveryTables,
  loaded,
  stored,
} from './delivery-tables.js';

type Db = Tx['db'] | SqlEngine['db'];

/** Result of an attempt, as it is recorded. */
export type Recorded = {
  readonly delivery: DeliveryRow;
  readonly attempt: AttemptRow;
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date | null;
};

/** How an endpoint does after some attempts. */
export type EndpointHealth = Load & {
  readonly lastSuccessAt: Date | null;
  readonly failingSince: Date | null;
};

/** A page of deliveries, with their attempts. */
export type DeliveryPage = {
  readonly rows: readonly (DeliveryRow & { readonly tries: readonly AttemptRow[] })[];
  readonly total: number;
};

export type DeliveryFilter = {
  readonly status?: DeliveryStatus | undefined;
  readonly eventId?: string | undefined;
};

/**
 * The deliveries of all endpoints. A delivery has a time of its next attempt only if it is the first
 * pending one of its object, so later events of the object wait.
 */
export class DeliveryLog {
  private created: Promise<void> | null = null;

  private readonly engine: SqlEngine;

  constructor(private readonly store: ReadStore) {
    this.engine = store.engine;
  }

  /**
   * Returns the progress of an endpoint after its latest settings: it begins, or continues after it
   * was enabled again. @throws {ReadStoreUnavailable}
   */
  async progressOf(endpoint: WebhookEndpoint, now: Date): Promise<ProgressRow> {
    const known = await this.findProgress(endpoint.id);
    if (known !== null && known.resumed === BigInt(endpoint.resumed.count)) return known;
    return this.write(async (tx) => {
      const before =
        (await this.progressIn(tx.db, endpoint.id)) ?? (await this.begin(tx, endpoint));
      if (before.resumed === BigInt(endpoint.resumed.count)) return before;
      return this.resume(tx, endpoint, before, now);
    });
  }

  /** Null before the first delivery. */
  async findProgress(endpointId: string): Promise<ProgressRow | null> {
    await this.ready();
    return this.progressIn(this.engine.db, endpointId);
  }

  /** Begins again at the endpoint's start, because the log was replaced. */
  async restart(endpoint: WebhookEndpoint): Promise<void> {
    await this.write(async (tx) => {
      await this.of(tx.db, endpoint.id).where('status', '=', 'pending').execute();
      await this.setProgress(tx.db, endpoint.id, { position: endpoint.after, lastEventId: null });
    });
  }

  /**
   * Adds deliveries, and moves the endpoint's position from the one in `before`. Adds nothing if
   * another process moved it.
   */
  async add(
    before: ProgressRow,
    after: Pick<ProgressRow, 'position' | 'lastEventId'>,
    rows: readonly DeliveryRow[],
    now: Date,
  ): Promise<void> {
    const { endpointId } = before;
    await this.write(async (tx) => {
      const moved = await tx.db
        .updateTable(PROGRESS.name)
        .set(stored(PROGRESS, tx.dialect, after))
        .where('endpoint_id', '=', this.id(endpointId))
        .where('position', '=', this.number(before.position))
        .executeTakeFirst();
      if (moved.numUpdatedRows === 0n || rows.length === 0) return;
      await tx.db
        .insertInto(DELIVERIES.name)
        .values(rows.map((row) => stored(DELIVERIES, tx.dialect, row)))
        .onConflict((same) => same.column('id').doNothing())
        .execute();
      await this.releaseNext(tx, endpointId, rows, now);
    });
  }

  /** Position up to which a redelivery is prepared; null before its begin. */
  async redeliveryPosition(redeliveryId: string): Promise<bigint | null> {
    await this.ready();
    const row = await this.engine.db
      .selectFrom(REDELIVERIES.name)
      .selectAll()
      .where('id', '=', this.id(redeliveryId))
      .executeTakeFirst();
    return row === undefined ? null : loaded(REDELIVERIES, this.engine.dialect, row).position;
  }

  /** Adds deliveries again. A delivered one stays, and a failed one is pending again. */
  async redeliver(
    { id, endpointId }: { readonly id: string; readonly endpointId: string },
    position: bigint,
    rows: readonly DeliveryRow[],
    now: Date,
  ): Promise<void> {
    await this.write(async (tx) => {
      const { db, dialect } = tx;
      const row = stored(REDELIVERIES, dialect, { id, endpointId, position });
      await db
        .insertInto(REDELIVERIES.name)
        .values(row)
        .onConflict((same) => same.column('id').doUpdateSet(row))
        .execute();
      if (rows.length === 0) return;
      const again = { status: 'pending', attempts: 0n, firstAttemptAt: null } as const;
      await db
        .insertInto(DELIVERIES.name)
        .values(rows.map((each) => stored(DELIVERIES, dialect, each)))
        .onConflict((same) =>
          same
            .column('id')
            .doUpdateSet(stored(DELIVERIES, dialect, again))
            .where(`${DELIVERIES.name}.status`, '=', 'failed'),
        )
        .execute();
      await this.blockLater(tx, endpointId, rows);
      await this.releaseNext(tx, endpointId, rows, now);
    });
  }

  async endRedelivery(redeliveryId: string): Promise<void> {
    await this.write(async ({ db }) => {
      await db.deleteFrom(REDELIVERIES.name).where('id', '=', this.id(redeliveryId)).execute();
    });
  }

  /** Deliveries whose next attempt is due, the longest overdue first. */
  async due(endpointId: string, now: Date, limit: number): Promise<readonly DeliveryRow[]> {
    await this.ready();
    const rows = await this.selectOf(this.engine.db, endpointId)
      .selectAll()
      .where('next_attempt_at', '<=', this.time(now))
      .orderBy('next_attempt_at')
      .orderBy('position')
      .limit(limit)
      .execute();
    return rows.map((row) => loaded(DELIVERIES, this.engine.dialect, row));
  }

  /** Records attempts, and lets the next events of their objects go. */
  async record(results: readonly Recorded[], now: Date): Promise<void> {
    if (results.length === 0) return;
    await this.write(async (tx) => {
      const { db, dialect } = tx;
      await db
        .insertInto(ATTEMPTS.name)
        .values(results.map(({ attempt }) => stored(ATTEMPTS, dialect, attempt)))
        .onConflict((same) => same.columns(['delivery_id', 'at']).doNothing())
        .execute();
      for (const result of results) await this.recordOne(db, result);
      for (const [endpointId, rows] of byEndpoint(results))
        await this.releaseNext(tx, endpointId, rows, now);
    });
  }

  async setHealth(endpointId: string, health: EndpointHealth): Promise<void> {
    await this.write(({ db }) =>
      this.setProgress(db, endpointId, {
        openMax: BigInt(health.openMax),
        failuresInRow: BigInt(health.failuresInRow),
        restUntil: isoOrNull(health.restUntil),
        lastSuccessAt: isoOrNull(health.lastSuccessAt),
        failingSince: isoOrNull(health.failingSince),
      }),
    );
  }

  /** Ids of the events among these that the endpoint has received. */
  async receivedAmong(
    endpointId: string,
    eventIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (eventIds.length === 0) return new Set();
    await this.ready();
    const rows = await this.selectOf(this.engine.db, endpointId)
      .select('event_id')
      .where(
        'event_id',
        'in',
        eventIds.map((each) => this.id(each)),
      )
      .where('status', '=', 'delivered')
      .execute();
    return new Set(rows.map((row) => String(this.engine.dialect.decode('uuid', row['event_id']))));
  }

  /** The newest first. @throws {ReadStoreUnavailable} */
  async page(
    endpointId: string,
    { status, eventId }: DeliveryFilter,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<DeliveryPage> {
    await this.ready();
    const matching = () => {
      let query = this.selectOf(this.engine.db, endpointId);
      if (status !== undefined) query = query.where('status', '=', status);
      return eventId === undefined ? query : query.where('event_id', '=', this.id(eventId));
    };
    const { count } = await matching()
      .select((of) => of.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    const rows = await matching()
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    const found = rows.map((row) => loaded(DELIVERIES, this.engine.dialect, row));
    return { rows: await this.withAttempts(found), total: Number(count) };
  }

  /** Null for an unknown delivery. */
  async find(endpointId: string, deliveryId: string) {
    await this.ready();
    const row = await this.selectOf(this.engine.db, endpointId)
      .selectAll()
      .where('id', '=', this.id(deliveryId))
      .executeTakeFirst();
    if (row === undefined) return null;
    const [found] = await this.withAttempts([loaded(DELIVERIES, this.engine.dialect, row)]);
    return found ?? null;
  }

  /** Adds one delivery that is due now, also for an endpoint that rests. */
  async addOne(row: DeliveryRow): Promise<void> {
    await this.write(async ({ db, dialect }) => {
      const values = stored(DELIVERIES, dialect, row);
      await db.insertInto(DELIVERIES.name).values(values).execute();
      await this.setProgress(db, row.endpointId, { restUntil: null });
    });
  }

  /** Makes a delivery due now, unless an earlier event of its object waits. */
  async retry(row: DeliveryRow, now: Date): Promise<void> {
    const { id, endpointId } = row;
    const again = {
      ...{ status: 'pending', attempts: 0n, firstAttemptAt: null, nextAttemptAt: null },
    } as const;
    await this.write(async (tx) => {
      const { db, dialect } = tx;
      await db
        .updateTable(DELIVERIES.name)
        .set(stored(DELIVERIES, dialect, again))
        .where('id', '=', this.id(id))
        .where('status', '<>', 'delivered')
        .execute();
      await this.blockLater(tx, endpointId, [row]);
      await this.releaseNext(tx, endpointId, [row], now);
      await this.setProgress(db, endpointId, { restUntil: null });
    });
  }

  /** Deletes what belongs to a deleted endpoint, except the history. */
  async forget(endpointId: string): Promise<void> {
    await this.write(async ({ db }) => {
      await this.of(db, endpointId).where('status', '=', 'pending').execute();
      for (const table of [PROGRESS.name, REDELIVERIES.name])
        await db.deleteFrom(table).where('endpoint_id', '=', this.id(endpointId)).execute();
    });
  }

  /** Deletes ended deliveries that were created before this time, at most `max`. */
  async prune(before: Date, max: number): Promise<number> {
    return this.write(async ({ db, dialect }) => {
      const rows = await db
        .selectFrom(DELIVERIES.name)
        .select(['id', 'endpoint_id', 'position'])
        .where('created_at', '<', this.time(before))
        .where('status', '<>', 'pending')
        .limit(max)
        .execute();
      if (rows.length === 0) return 0;
      const ids = rows.map((row) => row['id']);
      await db.deleteFrom(ATTEMPTS.name).where('delivery_id', 'in', ids).execute();
      await db.deleteFrom(DELIVERIES.name).where('id', 'in', ids).execute();
      const last = new Map<string, bigint>();
      for (const row of rows) {
        const endpointId = String(dialect.decode('uuid', row['endpoint_id']));
        const position = BigInt(row['position'] as string);
        if (position > (last.get(endpointId) ?? BEGINNING)) last.set(endpointId, position);
      }
      for (const [endpointId, position] of last)
        await db
          .updateTable(PROGRESS.name)
          .set(stored(PROGRESS, dialect, { forgottenTo: position }))
          .where('endpoint_id', '=', this.id(endpointId))
          .where('forgotten_to', '<', this.number(position))
          .execute();
      return rows.length;
    });
  }

  /** Time of the oldest fact that enabled endpoints have not received; null: none. */
  async oldestUndelivered(): Promise<Date | null> {
    await this.ready();
    const { rows } = await this.store.read(({ db, nameOf }) =>
      sql<Row>`
      select min(at) as oldest from (
        select (select min(d.occurred_at) from webhook_deliveries d where d.endpoint_id = e.id
          and d.status = 'pending' and d.kind <> 'test') as at
        from ${sql.table(nameOf(webhookTable))} e where e.status = 'enabled'
        union all
        select (select f.created_at from ${sql.table(nameOf(feedTable))} f where f.partner_id = e.partner_id
          and f.position > p.position order by f.position limit 1) as at
        from ${sql.table(nameOf(webhookTable))} e join webhook_progress p on p.endpoint_id = e.id
        where e.status = 'enabled') undelivered`.execute(db),
    );
    const oldest = this.engine.dialect.decode('time', rows[0]?.['oldest'] ?? null);
    return oldest === null ? null : new Date(String(oldest));
  }

  /** Enabled endpoints with a due delivery or a new event. Endpoints that rest are left out. */
  async waiting(now: Date): Promise<readonly { partnerId: string; endpointId: string }[]> {
    await this.ready();
    const at = this.time(now);
    const { rows } = await this.store.read(({ db, nameOf }) =>
      sql<Row>`
      select e.id, e.partner_id from ${sql.table(nameOf(webhookTable))} e
      left join webhook_progress p on p.endpoint_id = e.id
      where e.status = 'enabled' and (p.rest_until is null or p.rest_until <= ${at}) and (
        exists (select 1 from webhook_deliveries d
          where d.endpoint_id = e.id and d.next_attempt_at <= ${at})
        or exists (select 1 from ${sql.table(nameOf(feedTable))} f where f.partner_id = e.partner_id
          and f.position > coalesce(p.position, ${this.number(BEGINNING)})))`.execute(db),
    );
    const idIn = (value: unknown) => String(this.engine.dialect.decode('uuid', value));
    return rows.map((row) => ({
      partnerId: idIn(row['partner_id']),
      endpointId: idIn(row['id']),
    }));
  }

  private async begin({ db, dialect }: Tx, endpoint: WebhookEndpoint): Promise<ProgressRow> {
    const row: ProgressRow = {
      endpointId: endpoint.id,
      partnerId: endpoint.partnerId,
      position: endpoint.after,
      lastEventId: null,
      resumed: 0n,
      ...FRESH,
      lastSuccessAt: null,
      forgottenTo: BEGINNING,
    };
    await db
      .insertInto(PROGRESS.name)
      .values(stored(PROGRESS, dialect, row))
      .onConflict((same) => same.column('endpoint_id').doNothing())
      .execute();
    return (await this.progressIn(db, endpoint.id)) ?? row;
  }

  /** Continues at the first undelivered event, or after the position that was named. */
  private async resume(
    tx: Tx,
    { id, resumed }: WebhookEndpoint,
    before: ProgressRow,
    now: Date,
  ): Promise<ProgressRow> {
    const { db, dialect } = tx;
    const isFromNow = resumed.after !== null;
    const status = isFromNow ? 'failed' : 'pending';
    const begun = { attempts: 0n, firstAttemptAt: null, nextAttemptAt: null };
    await db
      .updateTable(DELIVERIES.name)
      .set(stored(DELIVERIES, dialect, { status, ...begun }))
      .where('endpoint_id', '=', this.id(id))
      .where('status', 'in', isFromNow ? ['pending'] : ['pending', 'failed'])
      .where('kind', '<>', 'test')
      .execute();
    if (!isFromNow)
      await sql`
        update webhook_deliveries set next_attempt_at = ${this.time(now)}
        where endpoint_id = ${this.id(id)} and status = 'pending' and not exists (
          select 1 from webhook_deliveries o where o.endpoint_id = webhook_deliveries.endpoint_id
            and o.object_id = webhook_deliveries.object_id and o.status = 'pending'
            and (o.position, o.id) < (webhook_deliveries.position, webhook_deliveries.id))`.execute(
        db,
      );
    const after = resumed.after ?? BEGINNING;
    const position = after > before.position ? after : before.position;
    const lastEventId = position === before.position ? before.lastEventId : null;
    const set = { resumed: BigInt(resumed.count), position, lastEventId, ...FRESH };
    await this.setProgress(db, id, set);
    return { ...before, ...set };
  }

  /** Lets the first pending delivery of these objects go. */
  private async releaseNext(
    { db }: Tx,
    endpointId: string,
    rows: readonly Pick<DeliveryRow, 'objectId'>[],
    now: Date,
  ): Promise<void> {
    for (const objectId of objectsOf(rows))
      await sql`update webhook_deliveries set next_attempt_at = ${this.time(now)}
        where next_attempt_at is null and id = ${this.first(endpointId, objectId)}`.execute(db);
  }

  /** Lets later deliveries of these objects wait for the first one. */
  private async blockLater(
    { db }: Tx,
    endpointId: string,
    rows: readonly Pick<DeliveryRow, 'objectId'>[],
  ): Promise<void> {
    for (const objectId of objectsOf(rows))
      await sql`update webhook_deliveries set next_attempt_at = null
        where endpoint_id = ${this.id(endpointId)} and object_id = ${this.id(objectId)}
          and status = 'pending' and next_attempt_at is not null
          and id <> ${this.first(endpointId, objectId)}`.execute(db);
  }

  /** Id of the first pending delivery of an object. */
  private first(endpointId: string, objectId: string) {
    return sql`(select f.id from webhook_deliveries f where f.endpoint_id = ${this.id(endpointId)}
      and f.object_id = ${this.id(objectId)} and f.status = 'pending'
      order by f.position, f.id limit 1)`;
  }

  private async recordOne(db: Db, { delivery, attempt, status, nextAttemptAt }: Recorded) {
    const firstAttemptAt = delivery.firstAttemptAt ?? attempt.at;
    const attempts = delivery.attempts + 1n;
    const set = { status, attempts, firstAttemptAt, nextAttemptAt: isoOrNull(nextAttemptAt) };
    await db
      .updateTable(DELIVERIES.name)
      .set(stored(DELIVERIES, this.engine.dialect, set))
      .where('id', '=', this.id(delivery.id))
      .where('status', '=', 'pending')
      .execute();
  }

  private async withAttempts(rows: readonly DeliveryRow[]): Promise<DeliveryPage['rows']> {
    if (rows.length === 0) return [];
    const found = await this.engine.db
      .selectFrom(ATTEMPTS.name)
      .selectAll()
      .where(
        'delivery_id',
        'in',
        rows.map(({ id }) => this.id(id)),
      )
      .orderBy('at')
      .execute();
    const attempts = found.map((row) => loaded(ATTEMPTS, this.engine.dialect, row));
    return rows.map((row) => ({
      ...row,
      tries: attempts.filter(({ deliveryId }) => deliveryId === row.id),
    }));
  }

  private async progressIn(db: Db, endpointId: string): Promise<ProgressRow | null> {
    const row = await db
      .selectFrom(PROGRESS.name)
      .selectAll()
      .where('endpoint_id', '=', this.id(endpointId))
      .executeTakeFirst();
    return row === undefined ? null : loaded(PROGRESS, this.engine.dialect, row);
  }

  private async setProgress(db: Db, endpointId: string, set: Partial<ProgressRow>): Promise<void> {
    await db
      .updateTable(PROGRESS.name)
      .set(stored(PROGRESS, this.engine.dialect, set))
      .where('endpoint_id', '=', this.id(endpointId))
      .execute();
  }

  private selectOf(db: Db, endpointId: string) {
    return db.selectFrom(DELIVERIES.name).where('endpoint_id', '=', this.id(endpointId));
  }

  private of(db: Db, endpointId: string) {
    return db.deleteFrom(DELIVERIES.name).where('endpoint_id', '=', this.id(endpointId));
  }

  private id(value: string): unknown {
    return this.engine.dialect.encode('uuid', value);
  }

  private number(value: bigint): unknown {
    return this.engine.dialect.encode('integer', value);
  }

  private time(value: Date): unknown {
    return this.engine.dialect.encode('time', value.toISOString());
  }

  private async write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    await this.ready();
    return this.engine.write(work);
  }

  /** Creates the tables once. A failure is tried again by the next caller. */
  private async ready(): Promise<void> {
    this.created ??= createDeliveryTables(this.engine);
    try {
      await this.created;
    } catch (error) {
      this.created = null;
      throw error;
    }
  }
}

type Row = Readonly<Record<string, unknown>>;

const FRESH = {
  openMax: BigInt(FULL_LOAD.openMax),
  failuresInRow: 0n,
  restUntil: null,
  failingSince: null,
} as const;

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

const objectsOf = (rows: readonly Pick<DeliveryRow, 'objectId'>[]): readonly string[] => [
  ...new Set(rows.map(({ objectId }) => objectId)),
];

const byEndpoint = (results: readonly Recorded[]) => {
  const ended = results.filter(({ status }) => status !== 'pending');
  return Map.groupBy(
    ended.map(({ delivery }) => delivery),
    ({ endpointId }) => endpointId,
  );
};
