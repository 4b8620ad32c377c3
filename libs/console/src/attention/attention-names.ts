import { REGISTRY_ID, partnerRegistry } from '#auth';
import type { AttentionEntry } from '#platform/attention/attention-entry.js';
import { isUuid } from '#platform/core/ids.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { Rows } from '#platform/read-store/rows.js';
import { userTable } from '#users';

export type NamedEntry = AttentionEntry & {
  readonly partnerName: string | null;
  /** Null also once the user is erased, and while the list of users cannot be read: the id stays. */
  readonly user: { readonly name: string; readonly email: string } | null;
};

type Sources = {
  readonly store: Pick<EventStore, 'load'>;
  readonly rows: Pick<Rows, 'find'>;
};

/** Entries with what people call those they are of. */
export const withNames = async (
  { store, rows }: Sources,
  entries: readonly AttentionEntry[],
): Promise<readonly NamedEntry[]> => {
  if (entries.length === 0) return [];
  const partners = new Map(
    (await store.load(partnerRegistry, REGISTRY_ID)).map(({ id, name }) => [id, name]),
  );
  const users = await usersOf(rows, entries);
  return entries.map((entry) => ({
    ...entry,
    partnerName: partners.get(entry.partnerId ?? '') ?? null,
    user: users.get(entry.userId ?? '') ?? null,
  }));
};

const usersOf = async (rows: Sources['rows'], entries: readonly AttentionEntry[]) => {
  const ids = [...new Set(entries.flatMap(({ userId }) => userId ?? []))].filter(isUuid);
  const found = await rows.find(null, userTable, { where: { id: ids } }).catch(() => []);
  return new Map<string, NonNullable<NamedEntry['user']>>(
    found.flatMap(({ id, firstName, lastName, email }) =>
      email === null ? [] : [[id, { name: `${firstName} ${lastName}`.trim(), email }]],
    ),
  );
};
