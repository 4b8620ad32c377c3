import { describe, expect, it } from '@jest/globals';
import { projected } from '../../../../test/support/given.js';
import type { PartnerUserEvent } from '../partner-user/partner-user.state.js';
import { ALL, partnerUserList } from './partner-user-list.projection.js';

const at = '2026-03-16T12:00:00.000Z';
const created = (partnerUserId: string): PartnerUserEvent => ({
  type: 'PartnerUserCreated',
  data: {
    ...{ partnerUserId, partnerId: 'p-1', email: `${partnerUserId}@acme.example` },
    ...{ passwordHash: '$argon2id$', at },
  },
});

describe('the sign-ins of a partner', () => {
  const { docs, indexes } = projected(partnerUserList, created('u-2'), created('u-1'));
  it('are listed in the order in which they were made', () =>
    expect(indexes[ALL]).toEqual({ 'u-2': 1n, 'u-1': 2n }));
  it('tell nothing of the password', () =>
    expect(docs['u-1']).toEqual({ id: 'u-1', email: 'u-1@acme.example', createdAt: at }));
});
