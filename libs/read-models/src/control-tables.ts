/**
 * The read store's own tables, in the same database and the same transactions as the read models.
 */
export type ControlTables = {
  /** Positions up to which events were applied, by table set and shard, or by consumer. */
  readonly checkpoints: {
    readonly name: string;
    readonly position: bigint | string;
    /** Log fingerprint, see `log-fingerprint.ts`. */
    readonly mark: string;
  };
  readonly table_sets: {
    readonly generation: bigint | number;
    readonly version: string;
    /** JSON list of the tables' names. Another version of the program drops them. */
    readonly tables: string;
    /** Time when the rebuild began, ISO 8601 UTC. */
    readonly begun_at: string;
    /** Id of the request that started this rebuild; empty if none did. */
    readonly request: string;
    /** JSON object with the audit's errors by read model. */
    readonly errors: string;
  };
  readonly read_model_versions: {
    readonly version: string;
    /** The pointer: generation of the active table set. */
    readonly generation: bigint | number | null;
    /** Time when the pointer moved, ISO 8601 UTC. */
    readonly moved_at: string;
    /** Time of the last heartbeat of a projector of this version, ISO 8601 UTC. */
    readonly seen_at: string;
    /** Id of the last rebuild request; empty before the first. */
    readonly request: string;
  };
  readonly quarantined_events: {
    readonly generation: bigint | number;
    readonly model: string;
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
 * Row of `checkpoints` whose position is the last generation number. A process locks it before it
 * creates, activates or drops table sets.
 */
export const GENERATIONS = 'generations';

/** If this table exists, all control tables exist: one transaction creates them. */
export const LAST_CONTROL_TABLE = 'quarantined_events';

/** Creates the missing control tables and keeps existing ones. */
export const CONTROL_SQL = (bigint: string): readonly string[] => [
  `create table if not exists checkpoints (name text primary key, position ${bigint} not null, mark text not null)`,
  `create table if not exists table_sets (generation integer primary key, version text not null,
    tables text not null, begun_at text not null, request text not null, errors text not null)`,
  `create table if not exists read_model_versions (version text primary key, generation integer,
    moved_at text not null, seen_at text not null, request text not null)`,
  `create table if not exists saved_documents (name text primary key, tag text not null,
    saved_at text not null, content text not null)`,
  `create table if not exists quarantined_events (generation integer, model text, position ${bigint},
    partner_id text not null, stream text not null, type text not null, reason text not null,
    primary key (generation, model, position))`,
  `insert into checkpoints (name, position, mark) values ('${GENERATIONS}', 0, '') on conflict do nothing`,
];
