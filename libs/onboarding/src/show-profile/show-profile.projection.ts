import type { Projection } from '#platform/read-models/projection.js';
import type { TraderProfileEvent } from '../trader-profile/trader-profile.events.js';

/** The trader profile, one document per user: its details as JSON, the account's course beside. */
export const profileView: Projection<TraderProfileEvent> = {
  name: 'trader-profile',
  version: 1,
  project: ({ type, data }) => {
    const { userId: doc, at } = data;
    switch (type) {
      case 'TraderProfileCreated':
        return [{ op: 'set', doc, fields: { ...applied(data), createdAt: at } }];
      case 'TraderProfileReplaced':
        return [{ op: 'set', doc, fields: applied(data) }];
      case 'BrokerAccountStarted':
        return [];
      case 'BrokerAccountOpened':
      case 'BrokerAccountChanged': {
        const { accountNumber, status, reason } = data;
        return [{ op: 'set', doc, fields: { accountNumber, status, reason, updatedAt: at } }];
      }
      case 'BrokerAccountRefused': {
        const fields = { status: 'SUBMISSION_FAILED', reason: data.reason, updatedAt: at };
        return [{ op: 'set', doc, fields }];
      }
    }
  },
};

type Applied = Extract<TraderProfileEvent, { readonly type: 'TraderProfileReplaced' }>['data'];

const applied = ({ at: updatedAt, ...profile }: Applied) => {
  const account = { accountNumber: '', status: 'PENDING', reason: null };
  return { details: JSON.stringify(profile), ...account, updatedAt };
};
