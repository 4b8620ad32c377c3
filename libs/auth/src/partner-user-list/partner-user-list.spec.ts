import { describe, expect, it } from '@jest/globals';
import { rowsAfter } from '../../../../test/support/given.js';
import type { PartnerUserEvent } from '../partner-user/partner-user.events.js';
import { partnerUserList } from './partner-user-list.projection.js';

const at = '2026-03-16T12:00:00.000Z';
const created = (partnerUserId: string): PartnerUserEvent => ({
  type: 'PartnerUserCreated',
  data: {
    ...{ partnerUserId, partnerId: 'p-1', email: `${partnerUserId}@acme.example` },
    ...{ passwordHash: '$argon2id$', at },
  },
});

describe('the sign-ins of a partner', () => {
  const { partnerUsers } = rowsAfter(partnerUserList, created('u-2'), created('u-1'));
  it('are listed in the order of their creation', () =>
    expect(partnerUsers?.map(({ id }) => id)).toEqual(['u-2', 'u-1']));
  it('omit the password', () =>
    expect(partnerUsers?.[1]).toEqual({
      ...{ partnerId: 'p-1', id: 'u-1', email: 'u-1@acme.example', createdAt: at },
      disabledAt: null,
    }));
  it('show disabled users', () => {
    const about = { partnerUserId: 'u-1', partnerId: 'p-1', at };
    const disabled: PartnerUserEvent = {
      type: 'PartnerUserDisabled',
      data: { ...about, reason: 'left' },
    };
    const reset: PartnerUserEvent = {
      type: 'PartnerUserReset',
      data: { ...about, passwordHash: '$argon2id$' },
    };
    const after = (...events: PartnerUserEvent[]) =>
      rowsAfter(partnerUserList, created('u-1'), ...events)['partnerUsers']?.[0]?.['disabledAt'];
    expect([after(disabled), after(disabled, reset)]).toEqual([at, null]);
  });
});
