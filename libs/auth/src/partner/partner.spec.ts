import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { given } from '../../../../test/support/given.js';
import type { PartnerEvent } from './partner.events.js';
import {
  configurePartner,
  createKey,
  createPartner,
  revokeKey,
  setKeyEnd,
} from './partner.decide.js';
import {
  configured,
  created,
  keyCreated,
  keyEndSet,
  keyRevoked,
  noon,
} from './partner.examples.js';
import { activeKeys, partners } from './partner.state.js';

const newKey = (keyId: string) => createKey(keyId, `hash of ${keyId}`, noon);
const limited = configurePartner({ transactionLimitCents: cents(1_000_00) }, noon);
const withdrawalDefaults = {
  withdrawals: 'disabled',
  withdrawalFee: { flatCents: 0n, basisPoints: 0 },
  withdrawalLimitCents: cents(50_000_00),
  withdrawalDailyLimitCents: cents(250_000_00),
  withdrawalTwoFactor: 'optional',
};
const free = { flatCents: 0n, basisPoints: 0 };
const fee = { flatCents: cents(25), basisPoints: 10 };

describe('creating a partner', () => {
  it('records it', () =>
    given(partners)
      .when(createPartner('p-1', 'Acme', noon))
      .then(created));
  it('happens once', () =>
    given(partners, created)
      .when(createPartner('p-1', 'Acme', noon))
      .thenNothing());
});

describe('configuring a partner', () => {
  it('records what changes', () => given(partners, created).when(limited).then(configured));
  it('is rejected for an unknown partner', () =>
    given(partners).when(limited).thenRefused('partner_not_found'));
  it('keeps the other terms', () => {
    const earlier = { type: 'PartnerConfigured', data: { ...configured.data, fee } } as const;
    expect(given(partners, created, earlier, configured).state).toEqual({
      ...{ id: 'p-1', name: 'Acme', keys: [] },
      terms: {
        fee,
        commission: free,
        transactionLimitCents: cents(1_000_00),
        dailyLimitCents: cents(250_000_00),
        showTaxId: false,
        ...withdrawalDefaults,
        commissionCollection: 'settlement',
      },
    });
  });
  it('starts without fees, with the default limits and masked tax ids', () =>
    expect(given(partners, created).state.terms).toEqual({
      fee: free,
      commission: free,
      transactionLimitCents: cents(50_000_00),
      dailyLimitCents: cents(250_000_00),
      showTaxId: false,
      ...withdrawalDefaults,
      commissionCollection: 'settlement',
    }));
  it('changes the terms of withdrawals', () => {
    const change = {
      withdrawals: 'enabled',
      withdrawalFee: fee,
      withdrawalLimitCents: cents(10_00),
      withdrawalDailyLimitCents: cents(20_00),
      withdrawalTwoFactor: 'required',
    } as const;
    const { state } = given(partners, created, {
      type: 'PartnerConfigured',
      data: { ...configured.data, ...change },
    });
    expect(state.terms).toMatchObject(change);
  });
});

describe('the collection of commissions', () => {
  const { commissionCollection: _, ...before } = configured.data;
  const earlier = { type: 'PartnerConfigured', data: before } as const;
  const collected = (...events: PartnerEvent[]) =>
    given(partners, created, ...events).state.terms.commissionCollection;
  it('is off under terms of an earlier version', () => expect(collected(earlier)).toBe('none'));
  it('stays off when other terms change', () =>
    given(partners, created, earlier)
      .when(limited)
      .then({ type: 'PartnerConfigured', data: { ...before, commissionCollection: 'none' } }));
  it('changes when an operator sets it', () =>
    expect(collected(earlier, configured)).toBe('settlement'));
});

describe('a new API key', () => {
  it('is recorded', () => given(partners, created).when(newKey('k1')).then(keyCreated('k1')));
  it('may be the second active key', () =>
    given(partners, created, keyCreated('k1')).when(newKey('k2')).then(keyCreated('k2')));
  it('is rejected as the third active key', () =>
    given(partners, created, keyCreated('k1'), keyCreated('k2'))
      .when(newKey('k3'))
      .thenRefused('too_many_keys'));
  it('may replace a revoked key', () =>
    given(partners, created, keyCreated('k1'), keyCreated('k2'), keyRevoked('k1'))
      .when(newKey('k3'))
      .then(keyCreated('k3')));
  it('is rejected for an unknown partner', () =>
    given(partners).when(newKey('k1')).thenRefused('partner_not_found'));
});

describe('revoking an API key', () => {
  const { state } = given(partners, created, keyCreated('k1'), keyCreated('k2'), keyRevoked('k1'));
  it('is recorded', () =>
    given(partners, created, keyCreated('k1')).when(revokeKey('k1', noon)).then(keyRevoked('k1')));
  it('keeps the other key active', () =>
    expect(activeKeys(state, noon.getTime()).map(({ keyId }) => keyId)).toEqual(['k2']));
  it('records the time', () => expect(state.keys[0]?.revokedAt).toBe(noon.toISOString()));
  it('happens once', () =>
    given(partners, created, keyCreated('k1'), keyRevoked('k1'))
      .when(revokeKey('k1', noon))
      .thenNothing());
  it('is rejected for an unknown key', () =>
    given(partners, created).when(revokeKey('k1', noon)).thenRefused('key_not_found'));
  it('is rejected for an unknown partner', () =>
    given(partners).when(revokeKey('k1', noon)).thenRefused('partner_not_found'));
});

describe('setting an end to an API key', () => {
  const later = new Date(noon.getTime() + 60_000);
  const end = setKeyEnd('k1', later, noon);
  const ending = keyEndSet('k1', later.toISOString());
  const both = [created, keyCreated('k1'), keyCreated('k2'), ending] as const;
  it('is recorded', () => given(partners, created, keyCreated('k1')).when(end).then(ending));
  it('happens once', () =>
    given(partners, ...both)
      .when(end)
      .thenNothing());
  it('can be repeated with another time', () =>
    given(partners, ...both)
      .when(setKeyEnd('k1', new Date(noon.getTime() + 1), noon))
      .thenTypes('ApiKeyEndSet'));
  it.each([
    ['both keys are active before the end', -1, ['k1', 'k2']],
    ['only the other key is active from the end on', 0, ['k2']],
  ])('%s', (_, ms, expected) => {
    const good = activeKeys(given(partners, ...both).state, later.getTime() + ms);
    expect(good.map(({ keyId }) => keyId)).toEqual(expected);
  });
  it('prevents a third key before the end', () =>
    given(partners, ...both)
      .when(newKey('k3'))
      .thenRefused('too_many_keys'));
  it('allows another key after the end', () =>
    given(partners, ...both)
      .when(createKey('k3', 'hash of k3', later))
      .thenTypes('ApiKeyCreated'));
  it('allows an earlier revocation', () =>
    given(partners, ...both)
      .when(revokeKey('k1', noon))
      .then(keyRevoked('k1')));
  it('is rejected for a time in the past', () =>
    given(partners, created, keyCreated('k1'))
      .when(setKeyEnd('k1', noon, noon))
      .thenRefused('end_not_ahead'));
  it('is rejected for a revoked key', () =>
    given(partners, created, keyCreated('k1'), keyRevoked('k1'))
      .when(end)
      .thenRefused('key_revoked'));
  it('is rejected for a key that has ended', () =>
    given(partners, ...both)
      .when(setKeyEnd('k1', new Date(later.getTime() + 1), later))
      .thenRefused('key_revoked'));
  it('is rejected for an unknown key', () =>
    given(partners, created).when(end).thenRefused('key_not_found'));
});
