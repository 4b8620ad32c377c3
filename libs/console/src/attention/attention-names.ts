import { REGISTRY_ID, partnerRegistry } from '#auth';
import type { AttentionEntry } from '#platform/attention/attention-entry.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { ReadModels } from '#platform/read-models/read-models.js';
import { userList } from '#users';

export type NamedEntry = AttentionEntry & {
  readonly partnerName: string | null;
  /** Null also while the list of users cannot be read: the id stays. */
  readonly user: { readonly name: string; readonly email: string } | null;
};

type Sources = {
  readonly store: Pick<EventStore, 'load'>;
  readonly models: Pick<ReadModels, 'documents'>;
};

/** Entries with what people call those they are of: one read for each partner among them. */
export const withNames = async (
  { store, models }: Sources,
  entries: readonly AttentionEntry[],
): Promise<readonly NamedEntry[]> => {
  if (entries.length === 0) return [];
  const partners = new Map(
    (await store.load(partnerRegistry, REGISTRY_ID)).map(({ id, name }) => [id, name]),
  );
  const users = await usersOf(models, entries);
  return entries.map((entry) => ({
    ...entry,
    partnerName: partners.get(entry.partnerId ?? '') ?? null,
    user: users.get(entry.userId ?? '') ?? null,
  }));
};

const usersOf = async (models: Sources['models'], entries: readonly AttentionEntry[]) => {
  const wanted = new Map<string, Set<string>>();
  for (const { partnerId, userId } of entries)
    if (partnerId !== null && userId !== null)
      wanted.set(partnerId, (wanted.get(partnerId) ?? new Set()).add(userId));
  const found = new Map<string, NonNullable<NamedEntry['user']>>();
  for (const [partnerId, ids] of wanted) {
    const read = await models.documents(partnerId, userList.name, [...ids]).catch(() => null);
    if (read?.status !== 'ready') continue;
    for (const user of read.value)
      if (user !== null) {
        const { id = '', firstName = '', lastName = '', email = '' } = user;
        found.set(id, { name: `${firstName} ${lastName}`.trim(), email });
      }
  }
  return found;
};
