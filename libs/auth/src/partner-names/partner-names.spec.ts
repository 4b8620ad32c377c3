import { expect, it } from '@jest/globals';
import { rowsAfter } from '../../../../test/support/given.js';
import { partnerNames } from './partner-names.projection.js';

it('the name of a partner is shown under its id', () => {
  const data = { partnerId: 'p-1', name: 'Acme', at: '2026-03-16T12:00:00.000Z' };
  const rows = rowsAfter(partnerNames, { type: 'PartnerRegistered', data });
  expect(rows['partnerNames']).toEqual([{ partnerId: 'p-1', name: 'Acme' }]);
});
