import { isUuid } from '#kernel/ids.js';
import { Refused, conflict } from '#kernel/refused.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import { staffAccounts } from '#staff/account/staff-account.state.js';

const STAFF = /staff:([0-9a-f-]{36})/;

/** Adds the e-mail of the staff member who closed the entry to the problem. */
export const withCloserEmail = async (
  store: Pick<EventStore, 'load'>,
  error: unknown,
): Promise<unknown> => {
  if (!(error instanceof Refused) || error.code !== 'closed_already') return error;
  const [actor = '', id = ''] = STAFF.exec(error.message) ?? [];
  const account = isUuid(id) ? await store.load(staffAccounts, id) : null;
  const email = account?.email ?? null;
  return email === null ? error : conflict(error.code, error.message.replace(actor, email));
};
