/** What the read store keeps about itself, in the same database and the same transactions. */
export type ControlTables = {
  /** Up to where the log was taken in, by whom. */
  readonly checkpoints: {
    readonly name: string;
    readonly position: bigint | string;
    /** See `log-mark.ts`. */
    readonly mark: string;
  };
  readonly read_models: {
    readonly name: string;
    /** `served` or `filling`. */
    readonly slot: string;
    readonly version: bigint | number;
    /** Distinguishes fillings; names of indexes have it in them. */
    readonly generation: bigint | number;
    /** The request that this filling answers; empty when nobody asked. */
    readonly request: string;
    /** When the filling began; ISO 8601 UTC. */
    readonly begun_at: string;
    /** What its tables look like, see `layout.ts`. */
    readonly layout: string;
    /** JSON list of sentences that keep readers from a filling; empty when nothing does. */
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
};

/**
 * PostgreSQL takes a snapshot before it waits for a lock: behind a switch, a reader would find the new
 * table without the rows that came with the switch. So it waits at this lock first, which takes none.
 */
export const PASS_GATE = 'lock table read_models in access share mode';
/** The switch waits for readers that have passed, and later ones wait for it. */
export const CLOSE_GATE = 'lock table read_models in access exclusive mode';

/**
 * A row of `checkpoints`: its position is the last generation that was given out, and who is going to
 * make or drop copies locks it.
 */
export const GENERATIONS = 'generations';

/** The checkpoint of the copies that are being filled. */
export const FILLING = 'filling';

/** Where it is, all of them are: they are made in one transaction. */
export const LAST_CONTROL_TABLE = 'parked_events';

/** In a database without them they are made; what is there stays. */
export const CONTROL_SQL = (bigint: string): readonly string[] => [
  `create table if not exists checkpoints (name text primary key, position ${bigint} not null, mark text not null)`,
  `create table if not exists read_models (name text, slot text, version integer not null,
    generation integer not null, request text not null, begun_at text not null, layout text not null,
    faults text not null, primary key (name, slot))`,
  'create table if not exists rebuild_requests (model text primary key, id text not null)',
  `create table if not exists parked_events (model text, slot text, position ${bigint}, partner_id text not null,
    stream text not null, type text not null, reason text not null, primary key (model, slot, position))`,
  `insert into checkpoints (name, position, mark) values ('${GENERATIONS}', 0, '') on conflict do nothing`,
];
