import { Refused, conflict } from '#kernel/refused.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import { staffEmailOf } from '#staff/account/staff-email.js';

const STAFF = /staff:[0-9a-f-]{36}/;

/** Adds the e-mail of the staff member who closed the entry to the problem. */
export const withCloserEmail = async (
  store: Pick<EventStore, 'load'>,
  error: unknown,
): Promise<unknown> => {
  if (!(error instanceof Refused) || error.code !== 'closed_already') return error;
  const [actor = ''] = STAFF.exec(error.message) ?? [];
  const email = await staffEmailOf(store, actor);
  return email === null ? error : conflict(error.code, error.message.replace(actor, email));
};
