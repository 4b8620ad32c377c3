import type { EventStore } from '#kernel/event-store/event-store.js';
import {
  reconciliationAge,
  reconciliationCalls,
  reconciliationDifferences,
  reconciliationNotCompared,
} from '#kernel/metrics.js';
import type { GaugeSource } from '#observability/gauge-collectors.js';
import { sample } from '#observability/system-gauges.js';
import {
  RECONCILIATION,
  openDifferences,
  reconciliations,
} from '../reconciliation/reconciliation.state.js';

/** Gauges of the last run and of the open differences. */
export const reconciliationGauges = (store: EventStore): GaugeSource => ({
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
