import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { firmAccountOf, firmAccountText, parseFirmAccount } from './firm-account.js';

const now = new Date('2026-03-16T12:00:00.000Z');
const account = (transferable: number, inFlight: number) =>
  firmAccountOf(cents(transferable), cents(inFlight), cents(1_000_00), now);

describe('the pre-funded account', () => {
  it.each([
    ['covered', 5_000_00, 4_000_00],
    ['low', 4_999_99, 4_000_00],
    ['low', 4_000_00, 4_000_00],
    ['short', 3_999_99, 4_000_00],
  ])('is %s with %d cents for %d in flight', (state, transferable, inFlight) =>
    expect(account(transferable, inFlight).state).toBe(state),
  );
  it('is equal after serializing and parsing', () =>
    expect(parseFirmAccount(firmAccountText(account(1, 2)))).toEqual(account(1, 2)));
});
