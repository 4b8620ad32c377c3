import type { Projection } from '#read-models/projection.js';
import { insert } from '#kernel/projection/row-change.js';
import { defineTable, orNull, text, time, uuid } from '#kernel/projection/table.js';
import type { TraderProfileEvent } from '../trader-profile/trader-profile.events.js';

/** One row per user: the account at the broker, or the application for it. */
export const accountTable = defineTable('accounts', {
  columns: {
    userId: uuid,
    accountNumber: text,
    /**
     * The broker's status; `PENDING` before the broker has the application, `SUBMISSION_FAILED` after
     * a rejection.
     */
    status: text,
    /** Values that a held application lacks; null if it is not held. */
    needed: orNull(text),
    updatedAt: time,
  },
  key: ['userId'],
  wideIndexes: [['accountNumber'], ['status', 'updatedAt']],
});

/** Accounts at the broker by number, and applications by status, including held ones. */
export const accountList: Projection<TraderProfileEvent> = {
  name: 'accounts',
  version: 2,
  tables: [accountTable],
  project: ({ type, data }) => {
    switch (type) {
      case 'BrokerAccountOpened':
      case 'BrokerAccountChanged': {
        const { userId, accountNumber, status, at: updatedAt } = data;
        return [insert(accountTable, { userId, accountNumber, status, needed: null, updatedAt })];
      }
      case 'TraderProfileCreated':
      case 'TraderProfileReplaced': {
        const { userId, at: updatedAt } = data;
        const pending = { accountNumber: '', status: 'PENDING', needed: null };
        return [insert(accountTable, { userId, ...pending, updatedAt })];
      }
      case 'BrokerAccountRefused': {
        const { userId, held, at: updatedAt } = data;
        const needed = held?.map((each) => each.needed).join('; ') ?? null;
        const status = held === undefined ? 'SUBMISSION_FAILED' : 'PENDING';
        return [insert(accountTable, { userId, accountNumber: '', status, needed, updatedAt })];
      }
      case 'BrokerAccountStarted':
      case 'BrokerAccountThrottled':
      case 'BrokerAccountReviewed':
        return [];
    }
  },
};
