import type { EventStore } from '#platform/event-store/event-store.js';
import {
  reconciliationAge,
  reconciliationCalls,
  reconciliationDifferences,
  reconciliationNotCompared,
} from '#platform/signals/metrics.js';
import type { Reading } from '#platform/signals/readings.js';
import { sample } from '#platform/signals/system-readings.js';
import {
  RECONCILIATION,
  openDifferences,
  reconciliations,
} from '../reconciliation/reconciliation.state.js';

/** What the log says of the last reconciliation, for Prometheus. */
export const reconciliationReading = (store: EventStore): Reading => ({
  name: 'reconciliation',
  gauges: [
    reconciliationDifferences,
    reconciliationNotCompared,
    reconciliationAge,
    reconciliationCalls,
  ],
  read: async (now) => {
    const state = await store.load(reconciliations, RECONCILIATION);
    const [last] = state.runs;
    if (last === undefined) return [];
    const open = openDifferences(state).length;
    return [
      sample(reconciliationDifferences, open, { state: 'open' }),
      sample(reconciliationDifferences, last.more, { state: 'not_kept' }),
      sample(reconciliationNotCompared, last.notCompared),
      sample(reconciliationAge, (now.getTime() - Date.parse(last.at)) / 1_000),
      sample(reconciliationCalls, last.calls),
    ];
  },
});
