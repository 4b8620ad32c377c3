import type { AttentionEntry } from '#operations/attention/attention-entry.js';
import { isUuid } from '#kernel/ids.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import type { Rows } from '#read-models/rows.js';
import { partnerNames } from '#auth/partner/partner-registry.js';
import { userTable } from '#users/user-list/user-list.projection.js';

type Owned = { readonly partnerId: string | null; readonly userId: string | null };

type Names = {
  readonly partnerName: string | null;
  /** Also null if the user is erased or the list of users is unavailable. */
  readonly user: { readonly name: string; readonly email: string } | null;
};

export type NamedEntry = AttentionEntry & Names;

type Sources = {
  readonly store: Pick<EventStore, 'load'>;
  readonly rows: Pick<Rows, 'find'>;
};

/** Adds the names of partners and users to entries. */
export const withDisplayNames = async <Entry extends Owned>(
  { store, rows }: Sources,
  entries: readonly Entry[],
): Promise<readonly (Entry & Names)[]> => {
  if (entries.length === 0) return [];
  const partners = await partnerNames(store);
  const users = await usersOf(rows, entries);
  return entries.map((entry) => ({
    ...entry,
    partnerName: partners.get(entry.partnerId ?? '') ?? null,
    user: users.get(entry.userId ?? '') ?? null,
  }));
};

const usersOf = async (rows: Sources['rows'], entries: readonly Owned[]) => {
  const ids = [...new Set(entries.flatMap(({ userId }) => userId ?? []))].filter(isUuid);
  const found = await rows.find(null, userTable, { where: { id: ids } }).catch(() => []);
  return new Map<string, NonNullable<Names['user']>>(
    found.flatMap(({ id, firstName, lastName, email }) =>
      email === null ? [] : [[id, { name: `${firstName} ${lastName}`.trim(), email }]],
    ),
  );
};
