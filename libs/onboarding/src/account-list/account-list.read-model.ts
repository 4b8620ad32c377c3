import type { ReadModel } from '#platform/read-store/read-model.js';
import { insert } from '#platform/read-store/row-change.js';
import { defineTable, text, time, uuid } from '#platform/read-store/table.js';
import type { TraderProfileEvent } from '../trader-profile/trader-profile.events.js';

/** Who has which account at the broker. */
export const accountTable = defineTable('accounts', {
  columns: { userId: uuid, accountNumber: text, status: text, updatedAt: time },
  key: ['userId'],
  wideIndexes: [['accountNumber']],
});

/** Accounts at the broker, to be found by their numbers. */
export const accountList: ReadModel<TraderProfileEvent> = {
  name: 'accounts',
  version: 1,
  tables: [accountTable],
  project: ({ type, data }) => {
    switch (type) {
      case 'BrokerAccountOpened':
      case 'BrokerAccountChanged': {
        const { userId, accountNumber, status, at: updatedAt } = data;
        return [insert(accountTable, { userId, accountNumber, status, updatedAt })];
      }
      case 'TraderProfileCreated':
      case 'TraderProfileReplaced':
      case 'BrokerAccountStarted':
      case 'BrokerAccountThrottled':
      case 'BrokerAccountRefused':
      case 'BrokerAccountReviewed':
        return [];
    }
  },
};
