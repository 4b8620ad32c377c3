import { describe, expect, it } from '@jest/globals';
import { subjectOf, uploadSubject } from './identity-subject.js';

const userId = '11111111-1111-4111-8111-111111111111';
const verificationId = '22222222-2222-4222-8222-222222222222';

describe('our id of a record at the provider', () => {
  it('of an upload contains the verification', () => {
    const subject = uploadSubject(userId, verificationId, 'c0ffee');
    expect(subject).toMatch(/^[A-Za-z0-9_.-]+$/);
    expect(subjectOf(subject)).toEqual({ userId, verificationId });
  });
  it('of an onboarding is the user id', () =>
    expect(subjectOf(userId)).toEqual({ userId, verificationId: null }));
  it.each([
    '',
    'somebody',
    `${userId}.x.c0ffee`,
    `${userId}.${verificationId}`,
    `${userId}.${verificationId}.a.b`,
    `x.${verificationId}.a`,
  ])('%p is not one of our ids', (text) => expect(subjectOf(text)).toBeNull());
});
