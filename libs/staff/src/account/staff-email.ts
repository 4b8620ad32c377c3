import { isUuid } from '#kernel/ids.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import { staffAccounts } from './staff-account.state.js';

/** Returns the e-mail of an actor `staff:<id>`. Null for other actors, and once it is erased. */
export const staffEmailOf = async (
  store: Pick<EventStore, 'load'>,
  actor: string,
): Promise<string | null> => {
  const [kind, id = ''] = actor.split(':');
  const account = kind === 'staff' && isUuid(id) ? await store.load(staffAccounts, id) : null;
  return account?.email ?? null;
};
