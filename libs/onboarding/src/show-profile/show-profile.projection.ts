import type { Projection } from '#platform/read-models/projection.js';
import type { TraderProfileEvent } from '../trader-profile/trader-profile.events.js';

/** Names the user whose account has this number at the broker. */
export const numberDoc = (accountNumber: string): string => `number:${accountNumber}`;

/** The trader profile, one document per user: its details as JSON, the account's course beside. */
export const profileView: Projection<TraderProfileEvent> = {
  name: 'trader-profile',
  version: 2,
  project: ({ type, data }) => {
    const { userId: doc, at } = data;
    switch (type) {
      case 'TraderProfileCreated':
        return [{ op: 'set', doc, fields: { ...applied(data), createdAt: at } }];
      case 'TraderProfileReplaced':
        return [{ op: 'set', doc, fields: applied(data) }];
      case 'BrokerAccountStarted':
      case 'BrokerAccountThrottled':
        return [];
      case 'BrokerAccountOpened':
      case 'BrokerAccountChanged': {
        const { accountNumber, status, reason } = data;
        const fields = { accountNumber, status, reason, updatedAt: at };
        const number = {
          op: 'set',
          doc: numberDoc(accountNumber),
          fields: { userId: doc },
        } as const;
        return [{ op: 'set', doc, fields }, ...(accountNumber === '' ? [] : [number])];
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
