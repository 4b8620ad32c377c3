import { describe, expect, it } from '@jest/globals';
import { transferInput } from './transfer-input.js';

const errorsOf = (reference: string, amount: string) =>
  transferInput(reference, amount).errors.map(({ pointer }) => pointer);

describe('a transfer as people and spreadsheets write it', () => {
  it.each(['202609000000017', '="202609000000017"', "'202609000000017"])(
    '%s is one reference',
    (reference) =>
      expect(transferInput(reference, '1.00')).toEqual({
        ...{ reference: '202609000000017', amountCents: 100n, errors: [] },
      }),
  );
  it.each([
    ['12,085.06', 12_085_06n],
    ['12085.06', 12_085_06n],
    ['="12085.06"', 12_085_06n],
  ])('%s is an amount', (amount, amountCents) =>
    expect(transferInput('R', amount)).toMatchObject({ amountCents, errors: [] }),
  );
  it.each(['1,2', '12,08', '1.005', '', 'USD'])('%j is rejected with the rule', (amount) =>
    expect(transferInput('R', amount).errors).toEqual([
      {
        pointer: '/amount',
        code: 'amount_invalid',
        detail: expect.stringContaining('such as 1000.00 or 1,000.00'),
      },
    ]),
  );
  it('reports errors of both fields at once', () =>
    expect(errorsOf('="2.02609E+13"', '0.00')).toEqual(['/reference', '/amount']));
});
