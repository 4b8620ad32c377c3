import type { Projection } from '#read-models/projection.js';
import { type RowChange, insert, remove, update } from '#kernel/projection/row-change.js';
import { defineTable, integer, text, uuid } from '#kernel/projection/table.js';
import type { DepositEvent } from '../deposit/deposit.events.js';

/** States of a deposit in flight. `IN_LINE`: it waits in the funding queue. */
const UNDER_WAY = 'under_way';
export const IN_LINE = 'in_line';

/** Deposits in flight. `place` is the log position of the request. */
export const waitingTable = defineTable('waitingDeposits', {
  columns: { depositId: uuid, place: integer, netCents: integer, state: text },
  key: ['depositId'],
  indexes: [['state', 'place']],
  wideIndexes: [['state']],
});

/**
 * Deposits that wait for the pre-funded account. A deposit keeps its position through every
 * attempt.
 */
export const waitingDeposits: Projection<DepositEvent> = {
  name: 'waiting-deposits',
  version: 4,
  tables: [waitingTable],
  project: ({ type, data }, { position: place }): readonly RowChange[] => {
    const { depositId } = data;
    // Only deposits use the pre-funded account.
    if (data.direction === 'WITHDRAWAL') return [];
    switch (type) {
      case 'DepositRequested': {
        const netCents = data.amountCents - data.feeCents;
        return [insert(waitingTable, { depositId, place, netCents, state: UNDER_WAY })];
      }
      case 'DepositDelayed':
        return [update(waitingTable, { depositId }, { state: IN_LINE })];
      case 'DepositStarted':
      case 'DepositAccepted':
        return [update(waitingTable, { depositId }, { state: UNDER_WAY })];
      case 'DepositCompleted':
      case 'DepositFailed':
        return [remove(waitingTable, { depositId })];
      case 'DepositThrottled':
      case 'DepositCanceled':
      case 'DepositCloseRequested':
      case 'DepositHeld':
      case 'DepositCompletedLate':
      case 'DepositReviewed':
      case 'DepositJournalsRecorded':
      case 'DepositAdjusted':
      case 'DepositReversed':
        return [];
    }
  },
};
