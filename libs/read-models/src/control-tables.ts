/**
 * The read store's own tables, in the same database and the same transactions as the read models.
 */
export type ControlTables = {
  /** Positions up to which events were applied, by shard or rebuild. */
  readonly checkpoints: {
    readonly name: string;
    readonly position: bigint | string;
    /** Log fingerprint, see `log-fingerprint.ts`. */
    readonly mark: string;
  };
  readonly read_models: {
    readonly name: string;
    /** `served` (active) or `filling` (rebuild). */
    readonly slot: string;
    readonly version: bigint | number;
    /** Distinguishes rebuilds. The names of indexes contain it. */
    readonly generation: bigint | number;
    /** Id of the request that started this rebuild; empty if none did. */
    readonly request: string;
    /** Time when the rebuild began, ISO 8601 UTC. */
    readonly begun_at: string;
    /** Definitions of the copy's tables, see `layout.ts`. */
    readonly layout: string;
    /** JSON list of the audit's errors; empty if the copy may become active. */
    readonly faults: string;
  };
  readonly rebuild_requests: { readonly model: string; readonly id: string };
  readonly parked_events: {
    readonly model: string;
    readonly slot: string;
    readonly position: bigint | string;
    readonly partner_id: string;
    readonly stream: string;
    readonly type: string;
    readonly reason: string;
  };
  /** Documents of a provider, see `saved-documents.ts`. */
  readonly saved_documents: {
    readonly name: string;
    /** Hash of the content. */
    readonly tag: string;
    /** ISO 8601 UTC. */
    readonly saved_at: string;
    readonly content: string;
  };
};

/**
 * PostgreSQL takes a snapshot before it waits for a lock. A reader that waited for an activation
 * would see the new table without the rows that the activation added. So a reader waits at this
 * lock first, which takes no snapshot.
 */
export const PASS_GATE = 'lock table read_models in access share mode';
/**
 * An activation waits for the readers that hold `PASS_GATE`, and later readers wait for the
 * activation.
 */
export const CLOSE_GATE = 'lock table read_models in access exclusive mode';

/**
 * Row of `checkpoints` whose position is the last generation number. A process locks it before it
 * creates or drops copies.
 */
export const GENERATIONS = 'generations';

/** Checkpoint of the rebuild. */
export const REBUILDING = 'filling';

/** If this table exists, all control tables exist: one transaction creates them. */
export const LAST_CONTROL_TABLE = 'saved_documents';

/** Creates the missing control tables and keeps existing ones. */
export const CONTROL_SQL = (bigint: string): readonly string[] => [
  `create table if not exists checkpoints (name text primary key, position ${bigint} not null, mark text not null)`,
  `create table if not exists read_models (name text, slot text, version integer not null,
    generation integer not null, request text not null, begun_at text not null, layout text not null,
    faults text not null, primary key (name, slot))`,
  'create table if not exists rebuild_requests (model text primary key, id text not null)',
  `create table if not exists parked_events (model text, slot text, position ${bigint}, partner_id text not null,
    stream text not null, type text not null, reason text not null, primary key (model, slot, position))`,
  `create table if not exists saved_documents (name text primary key, tag text not null,
    saved_at text not null, content text not null)`,
  `insert into checkpoints (name, position, mark) values ('${GENERATIONS}', 0, '') on conflict do nothing`,
];
