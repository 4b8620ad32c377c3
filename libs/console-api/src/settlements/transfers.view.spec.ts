import { expect, it } from '@jest/globals';
import type { ImportedLine } from '#settlement/import-transfers/import-transfers.handler.js';
import { importedView } from './transfers.view.js';

const line = (status: 'recorded' | 'reversed'): ImportedLine => {
  const about = { partnerId: 'p-1', reference: 'R', amount: '1.00' };
  const transfer = {
    id: 't-1',
    kind: 'payment' as const,
    ...about,
    status,
    awaitsSecondPerson: false,
  };
  const went = { ...transfer, matches: [], credit: '0.00' };
  return { line: 2, ...about, outcome: 'known', transfer: went };
};

it.each([
  ['recorded', /^$/],
  ['reversed', /stays reversed/],
] as const)('a line with a known transfer has its reason: %s', (status, reason) =>
  expect(importedView(line(status)).reason).toMatch(reason),
);

it('a repeated line names the earlier line', () =>
  expect(importedView({ ...line('recorded'), sameAs: 4 }).reason).toBe(
    'It says the same as line 4',
  ));
