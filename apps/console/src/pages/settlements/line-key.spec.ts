import { expect, it } from '@jest/globals';
import { lineKey } from './line-key.js';

it('each line of a deposit that was adjusted twice has a separate row', () => {
  const lines = (['deposit', 'adjustment', 'adjustment'] as const).map((type) => ({
    type,
    transactionId: '9b2f6f0e-0d55-5c1f-8a3c-3f0a4f3c2b1d',
  }));
  expect(new Set(lines.map(lineKey)).size).toBe(3);
});
