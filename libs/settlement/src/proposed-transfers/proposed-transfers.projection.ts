import type { Projection } from '#read-models/projection.js';
import { type RowChange, insert, remove } from '#kernel/projection/row-change.js';
import { defineTable, orNull, text, time, uuid } from '#kernel/projection/table.js';
import type { TransferEvent } from '../transfer/transfer.events.js';

export const proposedTransferTable = defineTable('proposedTransfers', {
  columns: { id: uuid, reference: orNull(text), proposedAt: time },
  key: ['id'],
});

/** Transfers with a request that waits for a second person. */
export const proposedTransfers: Projection<TransferEvent> = {
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
      case 'TransferDeclined':
        return [];
    }
  },
};
