import type { DepositEvent } from '#funding/deposit/deposit.events.js';
import type { OrderEvent } from '#orders/order/order.events.js';
import type { Projection } from '#read-models/projection.js';
import { type RowChange, insert } from '#kernel/projection/row-change.js';
import { defineTable, text, uuid } from '#kernel/projection/table.js';

/** The broker's ids of journals and orders, with the deposit or order that each belongs to. */
export const brokerIdTable = defineTable('brokerIds', {
  columns: { brokerId: text, subjectId: uuid },
  key: ['brokerId', 'subjectId'],
  wideIndexes: [['brokerId']],
});

export const brokerIds: Projection<DepositEvent | OrderEvent> = {
  name: 'broker-ids',
  version: 1,
  tables: [brokerIdTable],
  project: ({ data }): readonly RowChange[] => {
    if ('journalId' in data) return [row(data.journalId, data.depositId)];
    if ('brokerOrderId' in data) return [row(data.brokerOrderId, data.orderId)];
    return [];
  },
};

const row = (brokerId: string, subjectId: string): RowChange =>
  insert(brokerIdTable, { brokerId, subjectId });
