import type { Projection } from '#read-models/projection.js';
import { type RowChange, insert } from '#kernel/projection/row-change.js';
import { defineTable, integer, text, uuid } from '#kernel/projection/table.js';
import { movedCents } from '../deposit/amounts.js';
import type { DepositEvent } from '../deposit/deposit.events.js';

/**
 * Deposit of each journal, with the cents that the journal adds in the ledger. Negative for a
 * journal that returns money.
 */
export const depositJournalTable = defineTable('depositJournals', {
  columns: { journalId: text, depositId: uuid, creditCents: integer },
  key: ['journalId', 'depositId'],
  wideIndexes: [['journalId'], ['depositId']],
});

export const depositJournals: Projection<DepositEvent> = {
  name: 'deposit-journals',
  version: 2,
  tables: [depositJournalTable],
  project: ({ type, data }) => {
    const { depositId } = data;
    const row = (journalId: string, creditCents: bigint): RowChange =>
      insert(depositJournalTable, { journalId, depositId, creditCents });
    switch (type) {
      case 'DepositCompleted':
      case 'DepositCompletedLate':
        return [row(data.journalId, movedCents(data))];
      case 'DepositAdjusted':
      case 'DepositReversed':
      case 'DepositJournalsRecorded': {
        const credits = data.credits ?? [{ journalId: data.journalId, amountCents: 0n }];
        return credits.map(({ journalId, amountCents }) => row(journalId, amountCents));
      }
      case 'DepositAccepted':
        return [row(data.journalId, 0n)];
      case 'DepositRequested':
      case 'DepositStarted':
      case 'DepositThrottled':
      case 'DepositDelayed':
      case 'DepositCloseRequested':
      case 'DepositHeld':
      case 'DepositFailed':
      case 'DepositCanceled':
      case 'DepositReviewed':
        return [];
    }
  },
};
