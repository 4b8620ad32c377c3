import { describe, expect, it } from '@jest/globals';
import { given, rowAfter } from '../../../../test/support/given.js';
import { verificationRows } from '../show-verification/verifications.projection.js';
import { eraseVerification } from './erase-verification.decide.js';
import type { VerificationEvent } from './verification.events.js';
import * as example from './verification.examples.js';
import { type StartedVerification, verifications } from './verification.state.js';

const { abandoned, approved, decidedApproved, nextWeek, started, uploaded } = example;
const erased: VerificationEvent = {
  type: 'VerificationErased',
  data: {
    ...{ verificationId: 'v-1', partnerId: 'p-1', userId: 'u-1' },
    at: nextWeek.toISOString(),
  },
};
const erase = eraseVerification(nextWeek);
const whole = [started, uploaded, decidedApproved, approved] as const;
const of = (...history: VerificationEvent[]) => given(verifications, ...history);

describe('erasing the person of a verification', () => {
  it.each<[string, VerificationEvent[]]>([
    ['pending', [started]],
    ['approved', [...whole]],
  ])('is recorded if it is %s', (_, history) =>
    of(...history)
      .when(erase)
      .then(erased),
  );

  it.each<[string, VerificationEvent[]]>([
    ['never began', []],
    ['was abandoned', [abandoned]],
    ['is erased already', [...whole, erased]],
  ])('changes nothing if it %s', (_, history) =>
    of(...history)
      .when(erase)
      .thenNothing(),
  );

  it('removes only the country and the author and reason of the decision', () => {
    const before = of(...whole).state as StartedVerification;
    expect(of(...whole, erased).state).toEqual({
      ...before,
      country: null,
      decision: { ...before.decision, decidedBy: null, reason: null },
      isErased: true,
    });
  });

  it('does not add a decision', () =>
    expect(of(started, erased).state).toMatchObject({ status: 'pending', decision: null }));

  it('keeps the outcome and its time in the list', () => {
    const before = rowAfter(verificationRows, ...whole);
    expect(before).toMatchObject({ country: 'US', decidedBy: 'provider:identity' });
    const none = { country: null, decidedBy: null, reason: null };
    expect(rowAfter(verificationRows, ...whole, erased)).toEqual({ ...before, ...none });
  });
});
