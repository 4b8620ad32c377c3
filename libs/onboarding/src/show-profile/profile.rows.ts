import { type RowChange, insert, update } from '#kernel/projection/row-change.js';
import type { OwnRows } from '#read-models/rows.js';
import { type ReadRow, defineTable, orNull, text, time, uuid } from '#kernel/projection/table.js';
import type { TraderProfileEvent } from '../trader-profile/trader-profile.events.js';
import { applicationRefusal, reasonForPartner } from '../trader-profile/account-words.js';
import { traderProfiles } from '../trader-profile/trader-profile.state.js';

const columns = {
  userId: uuid,
  /** Details of the application, as JSON. */
  details: text,
  accountNumber: text,
  status: text,
  /** Reason that the partner reads. */
  reason: orNull(text),
  /** The broker's own reason, for operators. */
  brokerReason: orNull(text),
  /** The broker's blocks, separated by spaces. */
  blocks: text,
  createdAt: time,
  updatedAt: time,
};
export type ProfileRow = ReadRow<typeof columns>;

/** Each read folds the stream. Read models do not store this table, because it is personal data. */
const table = defineTable('traderProfiles', { columns, key: ['userId'] });

/** The trader profile and the state of its account. */
export const profileRows: OwnRows<TraderProfileEvent, typeof columns> = {
  table,
  source: traderProfiles,
  project: ({ type, data }): readonly RowChange[] => {
    const { userId, at: updatedAt } = data;
    switch (type) {
      case 'TraderProfileCreated':
        return [insert(table, { userId, ...applied(data), createdAt: updatedAt })];
      case 'TraderProfileReplaced':
        return [update(table, { userId }, applied(data))];
      case 'BrokerAccountStarted':
      case 'BrokerAccountThrottled':
      case 'BrokerAccountReviewed':
        return [];
      case 'BrokerAccountOpened':
      case 'BrokerAccountChanged': {
        const { accountNumber, status, reason: brokerReason, findings } = data;
        const blocks = type === 'BrokerAccountChanged' ? (data.blocks ?? []) : [];
        const reason = reasonForPartner({ status, findings: findings ?? [], blocks });
        const held = { reason, brokerReason, blocks: blocks.join(' ') };
        return [update(table, { userId }, { accountNumber, status, ...held, updatedAt })];
      }
      case 'BrokerAccountRefused': {
        const { reason: reported, brokerReason = reported, held } = data;
        if (held !== undefined)
          return [update(table, { userId }, { status: 'PENDING', reason: reported, updatedAt })];
        // Older events do not separate the broker's own words, which may name other people.
        const reason = applicationRefusal(reported);
        const refused = { status: 'SUBMISSION_FAILED', reason, brokerReason };
        return [update(table, { userId }, { ...refused, updatedAt })];
      }
    }
  },
};

type Applied = Extract<TraderProfileEvent, { readonly type: 'TraderProfileReplaced' }>['data'];

const applied = ({ at: updatedAt, reason: _, ...profile }: Applied) => {
  const account = { accountNumber: '', status: 'PENDING', reason: null, brokerReason: null };
  return { details: JSON.stringify(profile), ...account, blocks: '', updatedAt };
};
