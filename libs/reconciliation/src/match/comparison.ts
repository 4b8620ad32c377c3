import type { Broker } from '#broker/broker.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import type { Logger } from '#kernel/logger.js';
import type { Rows } from '#read-models/rows.js';
import type { BrokerRecords } from '../import/broker-records.js';
import type { LoggedRecords } from '../import/logged-records.js';
import type { Scope } from '../import/scope.js';
import type { Difference } from '../reconciliation/difference.js';
import type { Window } from '../run/window.js';

export type Sources = {
  readonly log: EventLog;
  readonly store: EventStore;
  readonly rows: Pick<Rows, 'find' | 'snapshot'>;
  readonly broker: Pick<Broker, 'changes' | 'listOrders'>;
  readonly logger: Logger;
};

/** Everything that one run compares. */
export type Comparison = {
  readonly sources: Sources;
  readonly window: Window;
  readonly scope: Scope;
  readonly records: BrokerRecords;
  readonly logged: LoggedRecords;
  /** ISO 8601 UTC. A change after this time may still be on its way into the log. */
  readonly settledUntil: string;
};

/** Differences, and the names of the compared objects. */
export type Matched = {
  readonly differences: readonly Difference[];
  readonly subjects: readonly string[];
  /** Number of objects that could not be compared. */
  readonly notCompared?: number;
};

/** Ids of the journals that a run compares: reported, known, or created since its beginning. */
export const comparedJournals = ({ window, scope, records }: Comparison): ReadonlySet<string> => {
  const { from } = window.span;
  // Other windows end a moment ago for the sake of the stream. The lists have later journals.
  const until = window.kind === 'nightly' ? window.span.until : null;
  const created = [...records.journals.values()].filter(
    ({ createdAt }) =>
      createdAt === null || (createdAt >= from && (until === null || createdAt < until)),
  );
  const all = window.kind === 'everything' ? [...records.journals.values()] : created;
  return new Set([...scope.journals, ...records.reported.keys(), ...all.map(({ id }) => id)]);
};
