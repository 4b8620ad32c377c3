import { isUuid } from '#platform/core/ids.js';
import { Refused, conflict } from '#platform/core/refused.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { staffAccounts } from '#staff';

const STAFF = /staff:([0-9a-f-]{36})/;

/** The same, with the e-mail of the one of the staff who was first, where it names one. */
export const namingWhoClosed = async (
  store: Pick<EventStore, 'load'>,
  error: unknown,
): Promise<unknown> => {
  if (!(error instanceof Refused) || error.code !== 'closed_already') return error;
  const [actor = '', id = ''] = STAFF.exec(error.message) ?? [];
  const account = isUuid(id) ? await store.load(staffAccounts, id) : null;
  const email = account?.email ?? null;
  return email === null ? error : conflict(error.code, error.message.replace(actor, email));
};
