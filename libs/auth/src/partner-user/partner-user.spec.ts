import { describe, expect, it } from '@jest/globals';
import { given } from '../../../../test/support/given.js';
import { createPartnerUser, partnerUserId, partnerUsers } from './partner-user.state.js';

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

describe('its id', () => {
  it('is the same in whatever case the e-mail is written', () =>
    expect(partnerUserId('p-1', 'SERVER@acme.Example')).toBe(user.partnerUserId));
  it.each([
    ['another e-mail', 'p-1', 'other@acme.example'],
    ['the same e-mail at another partner', 'p-2', 'server@acme.example'],
  ])('is another for %s', (_, partnerId, email) =>
    expect(partnerUserId(partnerId, email)).not.toBe(user.partnerUserId),
  );
});
