import { expect, it } from '@jest/globals';
import { rowsAfter } from '../../../../test/support/given.js';
import type { UserEvent } from '../user/user.events.js';
import { noon, registered } from '../user/user.examples.js';
import { openErasures } from './open-erasures.projection.js';

const about = { userId: 'u-1', partnerId: 'p-1', at: noon.toISOString() };
const erased: UserEvent = {
  type: 'PersonErased',
  data: { ...about, reason: 'a letter', toAsk: ['broker', 'event-store'] },
};
const doneAt = (provider: 'broker' | 'event-store'): UserEvent => ({
  type: 'PersonErasedAtProvider',
  data: { ...about, provider, reference: 'case-4711' },
});
const open = (...events: UserEvent[]) =>
  (rowsAfter(openErasures, ...events)['openErasures'] ?? []).map((row) => row['provider']);

it('lists an erasure until every provider and the scavenge of the event store are confirmed', () => {
  expect(open(registered)).toEqual([]);
  expect(open(registered, erased)).toEqual(['broker', 'event-store']);
  expect(open(registered, erased, doneAt('broker'))).toEqual(['event-store']);
  expect(open(registered, erased, doneAt('broker'), doneAt('event-store'))).toEqual([]);
});
