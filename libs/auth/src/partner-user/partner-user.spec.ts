import { describe, expect, it } from '@jest/globals';
import { given } from '../../../../test/support/given.js';
import {
  createPartnerUser,
  disablePartnerUser,
  endSignIn,
  resetPartnerUser,
} from './partner-user.decide.js';
import { isOpen, partnerUserId, partnerUsers } from './partner-user.state.js';

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
  it('is refused for an e-mail that has one', () =>
    given(partnerUsers, created).when(createPartnerUser(user)).thenRefused('email_already_exists'));
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

  it('goes on until it is ended, alone', () => {
    expect(open(after())).toEqual([true, true]);
    expect(open(after(end()))).toEqual([false, true]);
  });
  it('is ended once', () => expect(end()(after(end()))).toEqual([]));
  it('is forgotten once none of its tokens is left', () => {
    const user = after(end(), end(other, later));
    expect(user?.ended).toEqual([{ signInId: 's-2', until: later.toISOString() }]);
  });
  it('ends with all others when the user is disabled, and none is open until a reset', () => {
    const disabled = after(disablePartnerUser('left', now));
    expect(open(disabled)).toEqual([false, false]);
    expect(isOpen(disabled, { signInId: 's-3', generation: 1 })).toBe(false);
    expect(disablePartnerUser('again', now)(disabled)).toEqual([]);
  });
  it('ends with all others by a reset, and those after it are open', () => {
    const reset = after(disablePartnerUser('left', now), resetPartnerUser('$new', now));
    expect(reset).toMatchObject({ passwordHash: '$new', isDisabled: false });
    expect(open(reset)).toEqual([false, false]);
    expect(isOpen(reset, { signInId: 's-3', generation: 2 })).toBe(true);
  });
});

describe('its id', () => {
  it.each(['ada@xn--mnchen-3ya.example', 'ada@mu\u0308nchen.example'])(
    'is the same by %s as by another spelling',
    (spelling) =>
      expect(partnerUserId('p-1', spelling)).toBe(partnerUserId('p-1', 'ada@münchen.example')),
  );
  it('is the same in whatever case the e-mail is written', () =>
    expect(partnerUserId('p-1', 'SERVER@acme.Example')).toBe(user.partnerUserId));
  it.each([
    ['another e-mail', 'p-1', 'other@acme.example'],
    ['the same e-mail at another partner', 'p-2', 'server@acme.example'],
  ])('is another for %s', (_, partnerId, email) =>
    expect(partnerUserId(partnerId, email)).not.toBe(user.partnerUserId),
  );
});
