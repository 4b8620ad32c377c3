import { describe, expect, it } from '@jest/globals';
import { given } from '../../../../test/support/given.js';
import { acceptCode, issueSecret, requireSecret } from './two-factor.decide.js';
import { accepted, issued, noon, owner, reissued, step } from './two-factor.examples.js';
import { isAcceptedFor, twoFactors } from './two-factor.state.js';

const issue = (encrypted: string) => issueSecret(owner, encrypted, noon);
const accept = (encrypted: string, ofStep: number, use?: string) =>
  acceptCode(owner, encrypted, { step: ofStep, use }, noon);
const later = { ...accepted, data: { ...accepted.data, step: step + 1 } } as typeof accepted;

describe('issuing a secret', () => {
  it('is recorded', () => given(twoFactors).when(issue('v1.k1.sealed')).then(issued));
  it('replaces an unconfirmed secret', () =>
    given(twoFactors, issued).when(issue('v1.k1.another')).then(reissued));
  it('is refused once a code was right', () =>
    given(twoFactors, issued, accepted)
      .when(issue('v1.k1.another'))
      .thenRefused('two_factor_already_enabled'));
});

describe('a right code', () => {
  it('is accepted and enables two-factor authentication', () => {
    given(twoFactors, issued).when(accept('v1.k1.sealed', step)).then(accepted);
    expect(given(twoFactors, issued, accepted).state).toMatchObject({ status: 'enabled' });
  });
  it('is not accepted again', () =>
    given(twoFactors, issued, accepted).when(accept('v1.k1.sealed', step)).thenNothing());
  it('is not accepted after a code of a later step', () =>
    given(twoFactors, issued, later).when(accept('v1.k1.sealed', step)).thenNothing());
  it('is accepted for a later step', () =>
    given(twoFactors, issued, accepted)
      .when(accept('v1.k1.sealed', step + 1))
      .then(later));
  it('is accepted again only for a repeat of the confirmed request', () => {
    const used = { ...accepted, data: { ...accepted.data, use: 'w-1' } } as typeof accepted;
    given(twoFactors, issued)
      .when(accept('v1.k1.sealed', step, 'w-1'))
      .then(used);
    const { state } = given(twoFactors, issued, used);
    expect(isAcceptedFor(state, step, 'w-1')).toBe(true);
    expect(isAcceptedFor(state, step, 'w-2')).toBe(false);
    expect(isAcceptedFor(state, step, undefined)).toBe(false);
    expect(isAcceptedFor(state, step - 1, 'w-1')).toBe(false);
    expect(isAcceptedFor(given(twoFactors, issued, used, later).state, step, 'w-1')).toBe(false);
  });
  it('of a replaced secret is not accepted', () =>
    given(twoFactors, issued, reissued).when(accept('v1.k1.sealed', step)).thenNothing());
  it('is refused without an issued secret', () =>
    given(twoFactors).when(accept('v1.k1.sealed', step)).thenRefused('two_factor_not_enabled'));
});

describe('the current secret', () => {
  it('is the issued one before a right code', () =>
    expect(() => given(twoFactors, accepted)).toThrow(/never issued/));
  it('is the last issued one', () =>
    expect(requireSecret(given(twoFactors, issued, reissued).state)).toBe('v1.k1.another'));
  it('stays after a right code', () =>
    expect(requireSecret(given(twoFactors, issued, accepted).state)).toBe('v1.k1.sealed'));
});
