import { expect, it } from '@jest/globals';
import type { ImportedLine } from '#settlement';
import { importedView } from './transfers.view.js';

const line = (status: 'recorded' | 'reversed'): ImportedLine => {
  const about = { partnerId: 'p-1', reference: 'R', amount: '1.00' };
  const transfer = { id: 't-1', ...about, status, awaitsSecondPerson: false };
  const went = { ...transfer, matches: [], credit: '0.00' };
  return { line: 2, ...about, outcome: 'known', transfer: went };
};

it.each([
  ['recorded', /^$/],
  ['reversed', /taken back/],
] as const)('a line that is known says what became of it: %s', (status, reason) =>
  expect(importedView(line(status)).reason).toMatch(reason),
);
