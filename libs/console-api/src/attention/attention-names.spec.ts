import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AttentionEntry } from '#operations/attention/attention-entry.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { unavailable } from '#kernel/refused.js';
import type { Rows } from '#read-models/rows.js';
import { idOf } from '../../../../test/support/memory-reads.js';
import { REGISTRY_ID, partnerRegistry } from '#auth/partner/partner-registry.js';
import { withDisplayNames } from './attention-names.js';

const entry = (partnerId: string | null, userId: string | null) =>
  ({ id: `mend/${userId}`, partnerId, userId, amount: '25.00' }) as AttentionEntry;
const U1 = idOf('u-1');
const U2 = idOf('u-2');
const ada = { id: U1, firstName: 'Ada', lastName: 'Lovelace', email: 'ada@users.example' };

let store: EventStore;
let asked: string[];

beforeEach(async () => {
  store = new EventStore(new InMemoryEventLog());
  asked = [];
  const data = { partnerId: 'p-1', name: 'Acme', at: '2026-03-16T12:00:00.000Z' };
  const registered = () => [{ type: 'PartnerRegistered' as const, data }];
  await store.transact(partnerRegistry, REGISTRY_ID, registered, operatorCause('p-1'));
});

const rows = {
  find: (_: unknown, __: unknown, { where }: { where: { id: readonly string[] } }) => {
    asked.push(where.id.join());
    return Promise.resolve(where.id.includes(ada.id) ? [ada] : []);
  },
} as unknown as Pick<Rows, 'find'>;
const away = { find: () => Promise.reject(unavailable('read_model_unavailable', 'away')) };

describe('the names of the owners of stuck work', () => {
  it('need one read', async () => {
    const entries = [entry('p-1', U1), entry('p-1', U2), entry('p-1', U1)];
    const named = await withDisplayNames({ store, rows }, entries);
    const user = { name: 'Ada Lovelace', email: 'ada@users.example' };
    expect(named).toMatchObject([
      { partnerName: 'Acme', user, amount: '25.00' },
      { partnerName: 'Acme', user: null },
      { partnerName: 'Acme', user },
    ]);
    expect(asked).toEqual([`${U1},${U2}`]);
  });

  it.each([
    ['the entry has no owner', entry(null, null), rows, null],
    ['the partner is not listed', entry('p-2', null), rows, null],
    ['the users cannot be read', entry('p-1', U1), away, 'Acme'],
  ])('are null if %s', async (_, each, from, partnerName) => {
    expect(await withDisplayNames({ store, rows: from }, [each])).toMatchObject([
      { partnerName, user: null },
    ]);
  });
});
