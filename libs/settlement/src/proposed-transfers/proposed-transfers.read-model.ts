import type { ReadModel } from '#platform/read-store/read-model.js';
import { type RowChange, insert, remove } from '#platform/read-store/row-change.js';
import { defineTable, orNull, text, time, uuid } from '#platform/read-store/table.js';
import type { TransferEvent } from '../transfer/transfer.events.js';

export const proposedTransferTable = defineTable('proposedTransfers', {
  columns: { id: uuid, reference: orNull(text), proposedAt: time },
  key: ['id'],
});

/** Transfers about which one person has asked for something that needs a second one. */
export const proposedTransfers: ReadModel<TransferEvent> = {
  name: 'proposed-transfers',
  version: 1,
  tables: [proposedTransferTable],
  project: ({ type, data }): readonly RowChange[] => {
    const { transferId: id, at: proposedAt } = data;
    switch (type) {
      case 'TransferProposed':
        return [insert(proposedTransferTable, { id, reference: data.reference, proposedAt })];
      case 'TransferReversalProposed':
        return [insert(proposedTransferTable, { id, reference: null, proposedAt })];
      case 'TransferRecorded':
      case 'TransferReversed':
        return [remove(proposedTransferTable, { id })];
      case 'TransferBooked':
        return [];
    }
  },
};
