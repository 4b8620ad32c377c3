import type { ReadModel } from '#platform/read-store/read-model.js';
import { type RowChange, insert, remove, update } from '#platform/read-store/row-change.js';
import { defineTable, integer, text, uuid } from '#platform/read-store/table.js';
import type { DepositEvent } from '../deposit/deposit.events.js';

/** Of a deposit on its way: whether it is in line before the pre-funded account. */
const UNDER_WAY = 'under_way';
export const IN_LINE = 'in_line';

/** Deposits without an end, each at the place in the log where it was asked for. */
export const waitingTable = defineTable('waitingDeposits', {
  columns: { depositId: uuid, place: integer, netCents: integer, state: text },
  key: ['depositId'],
  indexes: [['state', 'place']],
  wideIndexes: [['state']],
});

/** Who waits for the pre-funded account. A deposit keeps its place through every try. */
export const waitingDeposits: ReadModel<DepositEvent> = {
  name: 'waiting-deposits',
  version: 3,
  tables: [waitingTable],
  project: ({ type, data }, { position: place }): readonly RowChange[] => {
    const { depositId } = data;
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
      case 'DepositCloseRequested':
      case 'DepositHeld':
      case 'DepositCompletedLate':
      case 'DepositReviewed':
      case 'DepositAdjusted':
      case 'DepositReversed':
        return [];
    }
  },
};
