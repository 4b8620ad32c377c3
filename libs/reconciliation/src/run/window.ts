import type { Span } from '#broker/broker-changes.js';
import type { RUN_KINDS } from '../reconciliation/reconciliation.events.js';
import type { RecordedDifference } from '../reconciliation/reconciliation.state.js';

/** The changes that a run compares. */
export type Window = {
  readonly kind: (typeof RUN_KINDS)[number] | 'everything';
  /** Span at the broker. */
  readonly span: Span;
  /** An earlier run counted the third-party journals before this time, ISO 8601 UTC. */
  readonly countedFrom: string;
  /** Changes of the log after this position; null: from its beginning. */
  readonly logFrom: bigint | null;
  /** Known differences, which the run compares again, changed or not. */
  readonly known: readonly RecordedDifference[];
  /** The deposits of a period that closes. The run compares nothing else. */
  readonly deposits?: ReadonlySet<string>;
  /** Limit of the calls for single records. */
  readonly lookUpsMax: number;
  /** Longer periods are not compared. */
  readonly linesMax: number;
};

/** The window of a run that is recorded. */
export type DueWindow = Window & { readonly kind: (typeof RUN_KINDS)[number] };

/** Compares the whole log with everything at the broker. */
export const everything = (now: Date): Window => ({
  kind: 'everything',
  span: { from: new Date(0).toISOString(), until: now.toISOString() },
  ...{ countedFrom: '', logFrom: null, known: [], lookUpsMax: Infinity, linesMax: Infinity },
});
