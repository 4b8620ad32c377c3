import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AttentionEntry } from '#platform/attention/attention-entry.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import type { ReadModels } from '#platform/read-models/read-models.js';
import { REGISTRY_ID, partnerRegistry } from '#auth';
import { withNames } from './attention-names.js';

const entry = (partnerId: string | null, userId: string | null) =>
  ({ id: `mend/${userId}`, partnerId, userId, amount: '25.00' }) as AttentionEntry;
const ada = { id: 'u-1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@users.example' };

let store: EventStore;
let asked: string[];

beforeEach(async () => {
  store = new EventStore(new InMemoryEventLog());
  asked = [];
  const data = { partnerId: 'p-1', name: 'Acme', at: '2026-03-16T12:00:00.000Z' };
  const registered = () => [{ type: 'PartnerRegistered' as const, data }];
  await store.transact(partnerRegistry, REGISTRY_ID, registered, operatorCause('p-1'));
});

const models = {
  documents: (partnerId: string, _: string, ids: readonly string[]) => {
    asked.push(`${partnerId} ${ids.join()}`);
    const value = ids.map((id) => (id === ada.id ? ada : null));
    return Promise.resolve({ status: 'ready', value, position: '1', written: '1' });
  },
} as Pick<ReadModels, 'documents'>;
const away = { documents: () => Promise.reject(new Error('no Redis')) };

describe('the names of those whose things are stuck', () => {
  it('come with one read for each partner', async () => {
    const entries = [entry('p-1', 'u-1'), entry('p-1', 'u-2'), entry('p-1', 'u-1')];
    const named = await withNames({ store, models }, entries);
    const user = { name: 'Ada Lovelace', email: 'ada@users.example' };
    expect(named).toMatchObject([
      { partnerName: 'Acme', user, amount: '25.00' },
      { partnerName: 'Acme', user: null },
      { partnerName: 'Acme', user },
    ]);
    expect(asked).toEqual(['p-1 u-1,u-2']);
  });

  it.each([
    ['it is nobody’s', entry(null, null), models, null],
    ['the partner is not listed', entry('p-2', null), models, null],
    ['the users cannot be read', entry('p-1', 'u-1'), away, 'Acme'],
  ])('are null where %s', async (_, each, from, partnerName) => {
    expect(await withNames({ store, models: from }, [each])).toMatchObject([
      { partnerName, user: null },
    ]);
  });
});
