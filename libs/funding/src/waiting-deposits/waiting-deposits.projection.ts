import type { Change, Projection } from '#platform/read-models/projection.js';
import type { DepositEvent } from '../deposit/deposit.events.js';

/** Deposits on their way, and those of them in line, both in the order in which they were asked. */
export const UNDER_WAY = 'under-way';
export const IN_LINE = 'in-line';
/** The document of what all deposits on their way will take from the pre-funded account. */
export const FLIGHT = 'flight';

/** Who waits for the pre-funded account. A deposit keeps its place through every try. */
export const waitingDeposits: Projection<DepositEvent> = {
  name: 'waiting-deposits',
  version: 1,
  project: ({ type, data }): readonly Change[] => {
    const { depositId: doc } = data;
    switch (type) {
      case 'DepositRequested': {
        const netCents = data.amountCents - data.feeCents;
        return [
          { op: 'set', doc, fields: { depositId: doc, netCents: `${netCents}` } },
          { op: 'index', index: UNDER_WAY, member: doc },
          { op: 'add', doc: FLIGHT, field: 'netCents', by: netCents },
        ];
      }
      case 'DepositDelayed':
        return [{ op: 'move', member: doc, from: UNDER_WAY, to: IN_LINE }];
      case 'DepositStarted':
        return [{ op: 'move', member: doc, from: IN_LINE, to: UNDER_WAY }];
      case 'DepositCompleted':
      case 'DepositFailed':
        return [
          { op: 'delete', doc },
          { op: 'unindex', index: UNDER_WAY, member: doc },
          { op: 'unindex', index: IN_LINE, member: doc },
          { op: 'add', doc: FLIGHT, field: 'netCents', by: data.feeCents - data.amountCents },
        ];
      case 'DepositThrottled':
      case 'DepositCloseRequested':
      case 'DepositAccepted':
      case 'DepositHeld':
      case 'DepositCompletedLate':
      case 'DepositReviewed':
      case 'DepositAdjusted':
      case 'DepositReversed':
        return [];
    }
  },
};
