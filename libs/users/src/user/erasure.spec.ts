import { describe, expect, it } from '@jest/globals';
import { given } from '../../../../test/support/given.js';
import { rowAfter } from '../../../../test/support/given.js';
import { userRows } from '../user-list/user-list.projection.js';
import { erasePerson, placeHold, recordErasureAt, releaseHold } from './erasure.decide.js';
import { changeDetails } from './user.decide.js';
import type { UserEvent } from './user.events.js';
import { abandoned, closed, noon, registered, verified } from './user.examples.js';
import { type RegisteredUser, isErased, personOf, users } from './user.state.js';

const about = { userId: 'u-1', partnerId: 'p-1', at: noon.toISOString() };
const held: UserEvent = { type: 'UserHoldPlaced', data: { ...about, reason: 'a court asks' } };
const released: UserEvent = { type: 'UserHoldReleased', data: { ...about, reason: 'closed' } };
const erased: UserEvent = {
  type: 'PersonErased',
  data: { ...about, reason: 'a letter', toAsk: ['broker'] },
};
const erase = erasePerson('a letter', ['broker'], noon);

describe('erasing a person', () => {
  it('is recorded with its ground and the providers to ask', () =>
    given(users, registered, verified).when(erase).then(erased));
  it('happens once', () => given(users, registered, erased).when(erase).thenNothing());
  it('is refused during a legal hold', () =>
    given(users, registered, held).when(erase).thenRefused('legal_hold'));
  it('is possible after the legal hold', () =>
    given(users, registered, held, released).when(erase).then(erased));
  it('is refused for an unknown user', () => {
    given(users).when(erase).thenRefused('user_not_found');
    given(users, abandoned).when(erase).thenRefused('user_not_found');
  });
  it('removes the personal fields and closes the user', () => {
    const { state } = given(users, registered, verified, erased);
    expect(state).toMatchObject({ status: 'closed', email: null, registration: { email: null } });
    expect(isErased(state)).toBe(true);
    expect(personOf(state as never)).toBeNull();
    expect(JSON.stringify(state)).not.toMatch(/Ada|Lovelace|users\.example|1990/);
  });
  it('keeps the time of an earlier closure', () => {
    const later = new Date(noon.getTime() + 1_000).toISOString();
    const erasedLater = { ...erased, data: { ...erased.data, at: later } } as UserEvent;
    const ended = (...history: UserEvent[]) => given(users, registered, ...history).state;
    expect(ended(erasedLater)).toMatchObject({ closedAt: later, updatedAt: later });
    expect(ended(closed, erasedLater)).toMatchObject({ closedAt: closed.data.at });
    expect(ended(verified, erased)).toMatchObject({ identity: { status: 'verified' } });
  });
  it('is not reversed by a concurrent change of details', () =>
    given(users, registered, erased)
      .when(changeDetails({ firstName: 'Ada' }, noon))
      .thenRefused('user_not_active'));
  it('removes the personal fields from the list', () => {
    const row = rowAfter(userRows, registered, verified, erased);
    expect(row).toMatchObject({ id: 'u-1', status: 'closed', identityStatus: 'verified' });
    expect(JSON.stringify(row)).not.toMatch(/Ada|Lovelace|users\.example|1990|USA|x-1/);
  });
});

describe('a legal hold', () => {
  it('is placed once, and released once', () => {
    given(users, registered).when(placeHold('a court asks', noon)).then(held);
    given(users, registered, held).when(placeHold('again', noon)).thenNothing();
    given(users, registered, held).when(releaseHold('closed', noon)).then(released);
    given(users, registered).when(releaseHold('closed', noon)).thenNothing();
  });
  it('is refused for an erased user', () =>
    given(users, registered, erased).when(placeHold('late', noon)).thenRefused('user_erased'));
});

describe('a provider’s erasure', () => {
  const done = recordErasureAt('broker', 'case-4711', noon);
  const recorded: UserEvent = {
    type: 'PersonErasedAtProvider',
    data: { ...about, provider: 'broker', reference: 'case-4711' },
  };
  it('keeps the time of the erasure', () => {
    const later = { ...recorded, data: { ...recorded.data, at: '2027-01-01T00:00:00.000Z' } };
    expect(given(users, registered, erased, later as UserEvent).state).toMatchObject({
      erasure: { at: erased.data.at, toAsk: [] },
    });
  });
  it('is recorded once, for providers that must be asked', () => {
    given(users, registered, erased).when(done).then(recorded);
    given(users, registered, erased, recorded).when(done).thenNothing();
    given(users, registered, erased)
      .when(recordErasureAt('identity_provider', 'x', noon))
      .thenNothing();
  });
  it('is removed from the list of providers to ask', () => {
    const both = {
      ...erased,
      data: { ...erased.data, toAsk: ['broker', 'identity_provider'] },
    } as UserEvent;
    const before = given(users, registered, both).state as RegisteredUser;
    expect(given(users, registered, both, recorded).state).toEqual({
      ...before,
      erasure: { at: before.erasure?.at, toAsk: ['identity_provider'] },
    });
  });
  it('is refused before the erasure by the service', () =>
    given(users, registered).when(done).thenRefused('user_not_erased'));
});

describe('the person of a user', () => {
  const user = given(users, registered).state as RegisteredUser;
  it('has the registered details', () => expect(personOf(user)).toEqual(user));
  it.each(['email', 'firstName', 'lastName', 'country'] as const)(
    'is null without the %s, which a lost key hides',
    (field) => expect(personOf({ ...user, [field]: null })).toBeNull(),
  );
  it('needs a registration', () => {
    expect(isErased(given(users).state)).toBe(false);
    expect(isErased(given(users, abandoned).state)).toBe(false);
  });
});
