import type { PartnerEvent } from '#auth';
import type { DepositEvent } from '#funding';
import { deterministicId } from '#platform/core/ids.js';
import type { Change, Projection } from '#platform/read-models/projection.js';

/** The document of the period that is open now. */
export const OPEN = 'open';
export const periods = 'all';

/**
 * What a partner owes, per period, in cents. A deposit counts in the period that is open where its
 * completion stands in the log; what is asked for and not decided is in flight.
 */
export const settlementTotals: Projection<PartnerEvent | DepositEvent> = {
  name: 'settlement-totals',
  version: 1,
  project: ({ type, data }): readonly Change[] => {
    switch (type) {
      case 'PartnerCreated': {
        const { partnerId, at: opensAt } = data;
        const id = deterministicId('settlement', partnerId, '1');
        return [
          { op: 'set', doc: OPEN, fields: { id, partnerId, status: 'open', opensAt } },
          { op: 'index', index: periods, member: OPEN },
        ];
      }
      case 'DepositRequested':
        return [add('inFlightCount', 1n), add('inFlightCents', data.amountCents)];
      case 'DepositFailed':
        return leaveFlight(data.amountCents);
      case 'DepositCompleted':
        return [
          ...leaveFlight(data.amountCents),
          add('count', 1n),
          add('grossCents', data.amountCents),
          add('feeCents', data.feeCents),
        ];
      case 'DepositReversed':
        return [add('adjustmentCents', 0n - data.amountCents)];
      case 'DepositStarted':
      case 'DepositDelayed':
      case 'DepositAccepted':
      case 'PartnerConfigured':
      case 'ApiKeyCreated':
      case 'ApiKeyRevoked':
        return [];
    }
  },
};

const add = (field: string, by: bigint): Change => ({ op: 'add', doc: OPEN, field, by });

const leaveFlight = (amountCents: bigint) => [
  add('inFlightCount', -1n),
  add('inFlightCents', -amountCents),
];
