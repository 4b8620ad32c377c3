import { describe, expect, it } from '@jest/globals';
import { rowAfter, rowsAfter } from '../../../../test/support/given.js';
import type { VerificationEvent } from '../verification/verification.events.js';
import * as example from '../verification/verification.examples.js';
import {
  type VerificationRow,
  verificationList,
  verificationRows,
} from './verifications.projection.js';
import { asOf, startedView, statusView, uploadedView } from './verification.view.js';

const { approved, checkAccepted, checkStarted, decidedApproved, decidedRejected } = example;
const { expired, nextWeek, noon, rejected, reported, reviewAwaited, started, terms, uploaded } =
  example;

const later = '2026-03-17T08:00:00.000Z';
const at = (event: VerificationEvent) =>
  ({ ...event, data: { ...event.data, at: later } }) as VerificationEvent;
const row = (...events: VerificationEvent[]) =>
  rowAfter(verificationRows, ...events) as VerificationRow;
const review = [started, at(uploaded), checkStarted, checkAccepted, reported, reviewAwaited];

describe('a verification as partners see it', () => {
  it('is returned at the start with its times', () =>
    expect(startedView({ ...terms, createdAt: noon.toISOString() })).toEqual({
      verificationId: 'v-1',
      status: 'pending',
      createdAt: noon.toISOString(),
      expiresAt: nextWeek.toISOString(),
    }));
  it('is returned at the upload', () =>
    expect(uploadedView({ ...terms, uploadedAt: later })).toEqual({
      verificationId: 'v-1',
      status: 'under_review',
      updatedAt: later,
    }));
  it('shows its status', () =>
    expect(statusView(row(started))).toEqual({
      verificationId: 'v-1',
      status: 'pending',
      documentType: 'passport',
      updatedAt: noon.toISOString(),
      expiresAt: nextWeek.toISOString(),
    }));
  it.each<[string, VerificationEvent[]]>([
    ['under_review', review],
    ['under_review', [...review, decidedApproved]],
    ['approved', [...review, decidedApproved, approved]],
    ['rejected', [...review, decidedRejected, rejected]],
    ['expired', [started, expired]],
  ])('is %s', (status, events) => expect(row(...events)).toMatchObject({ status }));
  it('does not change with internal events', () =>
    expect(statusView(row(...review)).updatedAt).toBe(later));
  it('shows reviewers the author and the reason of the decision', () =>
    expect(row(...review, decidedRejected, rejected)).toMatchObject({
      reviewAwaitedAt: reviewAwaited.data.at,
      decidedBy: 'provider:identity',
      reason: 'The identity provider answered fail',
      decidedAt: noon.toISOString(),
    }));
  it('is listed with other undecided verifications', () => {
    const second = { ...started, data: { ...terms, verificationId: 'v-2', at: later } };
    const shown = rowsAfter(verificationList, started, second as VerificationEvent, at(uploaded));
    expect(shown['verifications']).toMatchObject([
      { id: 'v-1', status: 'under_review', createdAt: noon.toISOString() },
      { id: 'v-2', status: 'pending', createdAt: later, reviewAwaitedAt: null, decidedAt: null },
    ]);
  });
  it('contains no data of the images', () =>
    expect(JSON.stringify(Object.values(row(...review)))).not.toMatch(/sha256|abab|fp-1/));
});

describe('a verification after its time', () => {
  it('is expired at once, and unchanged after the expiry job', () => {
    const before = statusView(asOf(row(started), nextWeek));
    expect(before).toMatchObject({ status: 'expired', updatedAt: nextWeek.toISOString() });
    expect(statusView(asOf(row(started, at(expired)), nextWeek))).toEqual(before);
  });
  it('is pending before', () =>
    expect(asOf(row(started), new Date(nextWeek.getTime() - 1)).status).toBe('pending'));
  it('stays under review', () =>
    expect(asOf(row(...review), new Date('2027-01-01')).status).toBe('under_review'));
});
