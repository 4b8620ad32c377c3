import { describe, expect, it } from '@jest/globals';
import { given } from '../../../../test/support/given.js';
import {
  actOnQueue,
  changePassword,
  createStaff,
  disableStaff,
  replaceCredentials,
  signIn,
  signOut,
  signOutEverywhere,
} from './staff-account.decide.js';
import {
  ada,
  created,
  credentials,
  disabled,
  noon,
  otherCredentials,
  passwordChanged,
  replaced,
  signedIn,
  signedOut,
  signedOutEverywhere,
  step,
} from './staff-account.examples.js';
import { SESSIONS_MAX, staffAccounts, staffIdOf } from './staff-account.state.js';

const enter = (ofStep = step, secret = credentials.sealedSecret) =>
  signIn(secret, ofStep, 'one', noon);
const sessionsAfter = (...history: Parameters<typeof staffAccounts.evolve>[1][]) =>
  given(staffAccounts, ...history).state?.sessions.map(({ sessionId }) => sessionId);

describe('an account', () => {
  it('is created', () =>
    given(staffAccounts)
      .when(createStaff({ ...ada, ...credentials }, noon))
      .then(created));
  it('begins without sessions and used codes', () =>
    expect(given(staffAccounts, created).state).toEqual({
      ...{ ...ada, ...credentials, lastStep: 0, isDisabled: false, sessions: [] },
      ...{ devicesSince: null, lastSignInAt: null },
    }));
  it('with a later event must have been created', () =>
    expect(() => given(staffAccounts, disabled)).toThrow(/never created/));
  it('does not change when its owner acts on a queue', () => {
    const acted = {
      type: 'StaffActedOnQueue',
      data: { staffId: 's-1', at: noon.toISOString(), method: 'PUT', path: '/queues/orders' },
    } as const;
    given(staffAccounts, created)
      .when(actOnQueue('PUT', '/queues/orders', noon))
      .then(acted);
    expect(given(staffAccounts, created, acted).state).toEqual(given(staffAccounts, created).state);
  });
  it('is created once', () =>
    given(staffAccounts, created)
      .when(createStaff({ ...ada, ...credentials }, noon))
      .thenRefused('email_already_exists'));
  it('ignores the case of the e-mail', () =>
    expect(staffIdOf('Ada@Staff.example')).toBe(staffIdOf('ada@staff.example')));
  it('gets new credentials', () =>
    given(staffAccounts, created).when(replaceCredentials(otherCredentials, noon)).then(replaced));
  it('that does not exist cannot get credentials', () =>
    given(staffAccounts)
      .when(replaceCredentials(otherCredentials, noon))
      .thenRefused('staff_not_found'));
  it('is disabled', () => given(staffAccounts, created).when(disableStaff(noon)).then(disabled));
  it('is disabled once', () =>
    given(staffAccounts, created, disabled).when(disableStaff(noon)).thenNothing());
  it('is enabled by new credentials', () =>
    given(staffAccounts, created, disabled, replaced)
      .when(enter(step, otherCredentials.sealedSecret))
      .then(signedIn('one')));
});

describe('a new secret', () => {
  it('accepts all its codes', () =>
    given(staffAccounts, created, signedIn('two'), replaced)
      .when(enter(step, otherCredentials.sealedSecret))
      .then(signedIn('one')));
});

describe('signing in', () => {
  it('begins a session', () => given(staffAccounts, created).when(enter()).then(signedIn('one')));
  it.each([
    ['to nobody', []],
    ['to a disabled account', [created, disabled]],
    ['with credentials that were replaced meanwhile', [created, replaced]],
    ['with a code that was used', [created, signedIn('two')]],
    ['with a code older than one that was used', [created, signedIn('two', step + 1)]],
  ])('returns no events %s', (_, history) =>
    given(staffAccounts, ...history)
      .when(enter())
      .thenNothing(),
  );
  it('accepts a later code', () =>
    given(staffAccounts, created, signedIn('two'))
      .when(enter(step + 1))
      .then(signedIn('one', step + 1)));
  it('requires a later code also after a sign-out', () =>
    given(staffAccounts, created, signedIn('two'), signedOut('two')).when(enter()).thenNothing());
  it('ends the oldest of too many sessions', () => {
    const many = Array.from({ length: SESSIONS_MAX + 1 }, (_, i) => signedIn(`${i}`, step + i));
    const open = sessionsAfter(created, ...many);
    expect(open).toHaveLength(SESSIONS_MAX);
    expect(open).not.toContain('0');
  });
});

describe('sessions', () => {
  const two = [created, signedIn('one'), signedIn('two', step + 1)];
  it('end one by one', () => {
    given(staffAccounts, ...two)
      .when(signOut('one', noon))
      .then(signedOut('one'));
    expect(sessionsAfter(...two, signedOut('one'))).toEqual(['two']);
  });
  it('end once', () =>
    given(staffAccounts, ...two, signedOut('one'))
      .when(signOut('one', noon))
      .thenNothing());
  it('end together', () => {
    given(staffAccounts, ...two)
      .when(signOutEverywhere(noon))
      .then(signedOutEverywhere);
    given(staffAccounts, created).when(signOutEverywhere(noon)).thenNothing();
  });
  it.each([signedOutEverywhere, disabled, replaced])('end at $type', (event) =>
    expect(sessionsAfter(...two, event)).toEqual([]),
  );
});

describe('the last sign-in', () => {
  const history = [created, signedIn('one', step - 1), signedIn('two')];
  const lastOf = (...events: Parameters<typeof staffAccounts.evolve>[1][]) =>
    given(staffAccounts, ...events).state?.lastSignInAt;
  it('is null at first', () => expect(lastOf(created)).toBeNull());
  it.each([signedOut('two'), signedOutEverywhere, passwordChanged('one'), disabled, replaced])(
    'is known after $type',
    (event) => expect(lastOf(...history, event)).toBe(signedIn('two').data.at),
  );
});

describe('changing the password', () => {
  const here = [created, signedIn('one', step - 2), signedIn('two', step - 1)] as const;
  const { passwordHash: fromHash, sealedSecret } = credentials;
  const change = (changes: Partial<Parameters<typeof changePassword>[0]> = {}) =>
    changePassword(
      {
        ...{ fromHash, sealedSecret, step, sessionId: 'two' },
        ...{ passwordHash: '$argon2id$new', ...changes },
      },
      noon,
    );
  it('is recorded', () =>
    given(staffAccounts, ...here)
      .when(change())
      .then(passwordChanged('two')));
  it('ends all sessions except the present one', () =>
    expect(sessionsAfter(...here, passwordChanged('two'))).toEqual(['two']));
  it('uses its code', () =>
    given(staffAccounts, ...here, passwordChanged('two'))
      .when(enter())
      .thenNothing());
  it.each([
    ['a code that was used', { step: step - 1 }],
    ['a password that was changed meanwhile', { fromHash: '$argon2id$old' }],
    ['a secret that was replaced meanwhile', { sealedSecret: 'v1.k1.another' }],
    ['a session that is over', { sessionId: 'three' }],
  ])('returns no events with %s', (_, changes) =>
    given(staffAccounts, ...here)
      .when(change(changes))
      .thenNothing(),
  );
  it('returns no events for an unknown account', () =>
    given(staffAccounts).when(change()).thenNothing());
  it('returns no events for a disabled account', () =>
    given(staffAccounts, ...here, disabled)
      .when(change())
      .thenNothing());
});
