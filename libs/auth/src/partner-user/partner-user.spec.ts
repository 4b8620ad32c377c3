import { describe, expect, it } from '@jest/globals';
import { given } from '../../../../test/support/given.js';
import {
  createPartnerUser,
  disablePartnerUser,
  endSignIn,
  resetPartnerUser,
} from './partner-user.decide.js';
import { isOpen, partnerUserId, partnerUsers, signInOf } from './partner-user.state.js';

const user = {
  partnerUserId: partnerUserId('p-1', 'server@acme.example'),
  partnerId: 'p-1',
  email: 'server@acme.example',
  passwordHash: '$argon2id$…',
  at: '2026-03-16T12:00:00.000Z',
};
const created = { type: 'PartnerUserCreated', data: user } as const;

describe('a sign-in', () => {
  it('is recorded', () => given(partnerUsers).when(createPartnerUser(user)).then(created));
  it('is rejected for an e-mail in use', () =>
    given(partnerUsers, created).when(createPartnerUser(user)).thenRefused('email_already_exists'));
  it('is rejected for another spelling of an e-mail in use', () => {
    const { state: known } = given(partnerUsers, created);
    given(partnerUsers).when(createPartnerUser(user, known)).thenRefused('email_already_exists');
  });
  it('returns the e-mail until the person is erased', () => {
    const { state } = given(partnerUsers, created);
    expect(signInOf(state)).toMatchObject({ email: user.email, passwordHash: user.passwordHash });
    expect(signInOf({ ...state!, email: null })).toBeNull();
    expect(signInOf(null)).toBeNull();
  });
});

describe('a session', () => {
  const now = new Date('2026-03-16T13:00:00.000Z');
  const later = new Date('2026-03-17T13:00:00.000Z');
  const mine = { signInId: 's-1', generation: 0 };
  const other = { signInId: 's-2', generation: 0 };
  const after = (...decisions: ReturnType<typeof endSignIn>[]) =>
    decisions.reduce(
      (state, decide) => decide(state).reduce(partnerUsers.evolve, state),
      partnerUsers.evolve(null, created),
    );
  const end = (signIn = mine, at = now) => endSignIn(signIn, 'logged_out', later, at);
  const open = (user: ReturnType<typeof after>) => [mine, other].map((each) => isOpen(user, each));

  it('stays open until it ends separately', () => {
    expect(open(after())).toEqual([true, true]);
    expect(open(after(end()))).toEqual([false, true]);
  });
  it('stays open while this node does not know the user yet', () =>
    expect(isOpen(null, mine)).toBe(true));
  it('ends with an event that has user, time, reason and latest expiry', () => {
    const about = { partnerUserId: user.partnerUserId, partnerId: 'p-1', at: now.toISOString() };
    const until = later.toISOString();
    given(partnerUsers, created)
      .when(end())
      .then({
        type: 'PartnerUserSignedOut',
        data: { ...about, signInId: 's-1', until, why: 'logged_out' },
      });
    given(partnerUsers, created)
      .when(resetPartnerUser('$new', now))
      .then({ type: 'PartnerUserReset', data: { ...about, passwordHash: '$new' } });
  });
  it.each([
    ['ended', end()],
    ['disabled', disablePartnerUser('left', now)],
    ['reset', resetPartnerUser('$new', now)],
  ])('of an unknown user is not %s', (_, decide) => given(partnerUsers).when(decide).thenNothing());
  it('of an unknown user cannot have ended', () => {
    const [signedOut] = end()(after());
    expect(() => partnerUsers.evolve(null, signedOut!)).toThrow(/never created/);
  });
  it('ends in addition to another session', () =>
    expect(open(after(end(), end(other)))).toEqual([false, false]));
  it('ends once', () => expect(end()(after(end()))).toEqual([]));
  it('is removed from the state when all its tokens have expired', () => {
    const user = after(end(), end(other, later));
    expect(user?.ended).toEqual([{ signInId: 's-2', until: later.toISOString() }]);
  });
  it('ends with all others when the user is disabled', () => {
    const disabled = after(end(), disablePartnerUser('left', now));
    expect(disabled?.ended).toEqual([]);
    expect(open(disabled)).toEqual([false, false]);
    expect(isOpen(disabled, { signInId: 's-3', generation: 1 })).toBe(false);
    expect(disablePartnerUser('again', now)(disabled)).toEqual([]);
  });
  it('ends with all others at a reset; later sessions are open', () => {
    const reset = after(end(), disablePartnerUser('left', now), resetPartnerUser('$new', now));
    const { partnerUserId: id, partnerId, email } = user;
    expect(reset).toEqual({
      ...{ partnerUserId: id, partnerId, email, passwordHash: '$new' },
      ...{ isDisabled: false, generation: 2, ended: [] },
    });
    expect(open(reset)).toEqual([false, false]);
    expect(isOpen(reset, { signInId: 's-3', generation: 2 })).toBe(true);
  });
});

describe('the id of a partner user', () => {
  it.each(['ada@xn--mnchen-3ya.example', 'ada@mu\u0308nchen.example'])(
    'is the same for the spelling %s',
    (spelling) =>
      expect(partnerUserId('p-1', spelling)).toBe(partnerUserId('p-1', 'ada@münchen.example')),
  );
  it('ignores the case of the e-mail', () =>
    expect(partnerUserId('p-1', 'SERVER@acme.Example')).toBe(user.partnerUserId));
  it.each([
    ['another e-mail', 'p-1', 'other@acme.example'],
    ['the same e-mail at another partner', 'p-2', 'server@acme.example'],
  ])('differs for %s', (_, partnerId, email) =>
    expect(partnerUserId(partnerId, email)).not.toBe(user.partnerUserId),
  );
});
