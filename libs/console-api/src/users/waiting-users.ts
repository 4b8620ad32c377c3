import {
  NEEDS,
  type WaitingUserRow,
  waitingUserTable,
} from '#onboarding/waiting-users/waiting-users.projection.js';
import { ownValue } from '#kernel/own-value.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import type { Rows } from '#read-models/rows.js';
import { withDisplayNames } from '../attention/attention-names.js';

type Sources = { readonly store: Pick<EventStore, 'load'>; readonly rows: Pick<Rows, 'find'> };

export const WAITING_USERS_MAX = 500;

/** Lists users of all partners who wait for an action, the longest wait first, at most 500 needs. */
export const listWaitingUsers = async (sources: Sources) => {
  const search = { orderBy: 'since', limit: WAITING_USERS_MAX } as const;
  const rows = await sources.rows.find(null, waitingUserTable, search);
  const entries = rows.map(({ userId, partnerId, need, lacking, since }) => ({
    ...{ userId, partnerId, need, needs: needsOf({ need, lacking }), since },
  }));
  return withDisplayNames(sources, entries);
};

const needsOf = ({ need, lacking }: Pick<WaitingUserRow, 'need' | 'lacking'>): string =>
  need === 'application_held'
    ? `Another onboarding session, with: ${lacking}`
    : (ownValue(WORDS, need) ?? need);

const WORDS: Readonly<Record<Exclude<(typeof NEEDS)[number], 'application_held'>, string>> = {
  submission_failed:
    'Another application, because the broker rejected the last one. Start an onboarding session, or use `ops user apply`',
  action_required: 'A document or a response for the broker before it opens the account',
  onboarding_review: 'A manual review of the onboarding, at the identity provider',
  more_information: 'More information for the identity provider, in another onboarding session',
};
