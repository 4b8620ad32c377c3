import { describe, expect, it } from '@jest/globals';
import { given } from '../../../../test/support/given.js';
import {
  acceptCheck,
  decideByOperator,
  recordEffect,
  recordFinding,
  recordReport,
  startCheck,
} from './check.decide.js';
import {
  abandonVerification,
  expireUnused,
  recordDocuments,
  requireOver,
  startVerification,
} from './verification.decide.js';
import type { VerificationEvent } from './verification.events.js';
import * as example from './verification.examples.js';
import { verifications } from './verification.state.js';

const { abandoned, approved, checkAccepted, checkStarted, decidedApproved, decidedRejected } =
  example;
const { documents, expired, nextWeek, noon, rejected, reported, reviewAwaited } = example;
const { started, terms, uploaded } = example;

const lastMoment = new Date(nextWeek.getTime() - 1);
const underReview = [started, uploaded] as const;
const checking = [...underReview, checkStarted, checkAccepted] as const;
const of = (...history: VerificationEvent[]) => given(verifications, ...history);

const histories = {
  pending: [started],
  expired: [started, expired],
  'under review': [...underReview],
  decided: [...checking, decidedApproved],
  approved: [...checking, decidedApproved, approved],
  rejected: [...checking, decidedRejected, rejected],
} satisfies Record<string, VerificationEvent[]>;
type At = keyof typeof histories;

describe('starting', () => {
  it('is recorded', () => of().when(startVerification(terms, noon)).then(started));
  it('is recorded once under its id', () =>
    of(started).when(startVerification(terms, noon)).thenNothing());
  it('is ignored after it was abandoned', () =>
    of(abandoned).when(startVerification(terms, noon)).thenNothing());
});

describe('abandoning a starter', () => {
  it('closes its stream', () => of().when(abandonVerification(terms, noon)).then(abandoned));
  it('changes nothing after the start', () =>
    of(started).when(abandonVerification(terms, noon)).thenNothing());
  it('is recorded once', () => of(abandoned).when(abandonVerification(terms, noon)).thenNothing());
});

describe('another verification of the same user and type', () => {
  it.each<[string, VerificationEvent[], Date]>([
    ['expired', histories.expired, noon],
    ['after its time', histories.pending, nextWeek],
    ['approved', histories.approved, noon],
    ['rejected', histories.rejected, noon],
    ['abandoned', [abandoned], noon],
  ])('may begin when the first is %s', (_, history, now) =>
    expect(() => requireOver(of(...history).state, now)).not.toThrow(),
  );
  it.each<[string, VerificationEvent[], Date]>([
    ['pending', histories.pending, lastMoment],
    ['under review', histories['under review'], nextWeek],
    ['decided and not yet applied', histories.decided, noon],
  ])('must wait while the first is %s', (_, history, now) =>
    expect(() => requireOver(of(...history).state, now)).toThrow(
      expect.objectContaining({ code: 'verification_in_progress' }),
    ),
  );
});

describe('uploading documents', () => {
  const upload = (now = noon) => recordDocuments('fp-1', documents, now);
  it('begins the review', () => of(started).when(upload()).then(uploaded));
  it('is possible until the last moment', () =>
    of(started).when(upload(lastMoment)).thenTypes('VerificationDocumentsUploaded'));
  it.each<[At, Date, string]>([
    ['pending', nextWeek, 'verification_expired'],
    ['expired', noon, 'verification_expired'],
    ['under review', noon, 'verification_under_review'],
    ['decided', noon, 'verification_under_review'],
    ['approved', noon, 'verification_closed'],
    ['rejected', noon, 'verification_closed'],
  ])('is refused when the verification is %s at %p: %s', (at, now, code) =>
    of(...histories[at])
      .when(upload(now))
      .thenRefused(code),
  );
});

describe('an upload to an unknown verification', () => {
  it('is an error of the service', () =>
    expect(() => recordDocuments('fp-1', documents, noon)(of().state)).toThrow(
      'unknown verification',
    ));
});

describe('the state of a verification', () => {
  const reportedAs = (messageId: string) =>
    ({ ...reported, data: { ...reported.data, messageId } }) as VerificationEvent;
  it('has the terms of its start once it has expired', () =>
    expect(of(...histories.expired).state).toMatchObject({ ...terms, status: 'expired' }));
  it('has the uploaded documents and their time', () =>
    expect(of(...underReview).state).toMatchObject({ documents, uploadedAt: noon.toISOString() }));
  it('has the ids of the last fifty messages', () => {
    const ids = Array.from({ length: 51 }, (_, n) => `m-${n}`);
    expect(of(...underReview, ...ids.map(reportedAs)).state).toMatchObject({
      messageIds: ids.slice(1),
    });
  });
});

describe('expiring', () => {
  it('ends a verification without documents', () =>
    of(started).when(expireUnused(nextWeek)).then(expired));
  it('waits for its time', () => of(started).when(expireUnused(lastMoment)).thenNothing());
  it.each(['expired', 'under review', 'decided', 'approved', 'rejected'] as const)(
    'does not change a verification that is %s',
    (at) =>
      of(...histories[at])
        .when(expireUnused(nextWeek))
        .thenNothing(),
  );
  it('is ignored for a verification that was never started', () =>
    of().when(expireUnused(nextWeek)).thenNothing());
});

const waiting = {
  status: 'waiting',
  reviewRequired: false,
  checked: true,
  providerStatus: 'pending',
} as const;
const passed = { ...waiting, status: 'passed', providerStatus: 'pass' } as const;
const failed = { ...waiting, status: 'failed', providerStatus: 'fail' } as const;
const inReview = { ...waiting, reviewRequired: true } as const;

describe('requesting a check', () => {
  it('records the intent of the first attempt', () =>
    of(...underReview)
      .when(startCheck(noon))
      .then(checkStarted));
  it('counts the attempts', () =>
    of(...underReview, checkStarted)
      .when(startCheck(noon))
      .then({
        ...checkStarted,
        data: { ...checkStarted.data, attempt: 2 },
      } as typeof checkStarted));
  it('records that the provider accepted it', () =>
    of(...underReview, checkStarted)
      .when(acceptCheck(waiting, noon))
      .then(checkAccepted));
  it.each<[string, VerificationEvent[]]>([
    ['before the upload', histories.pending],
    ['once the provider accepted it', [...checking]],
    ['after a decision', histories.decided],
    ['after the end', histories.rejected],
  ])('is ignored %s', (_, history) => {
    of(...history)
      .when(startCheck(noon))
      .thenNothing();
    of(...history)
      .when(acceptCheck(waiting, noon))
      .thenNothing();
  });
});

describe('a notification', () => {
  const report = recordReport({ messageId: 'm-1', kind: 'footprint.onboarding.completed' }, noon);
  it('is stored', () =>
    of(...checking)
      .when(report)
      .then(reported));
  it('is stored if it arrives before the response to the request', () =>
    of(...underReview, checkStarted)
      .when(report)
      .then(reported));
  it('is stored once', () =>
    of(...checking, reported)
      .when(report)
      .thenNothing());
  it.each(['pending', 'expired', 'decided', 'approved'] as const)('is ignored when %s', (at) =>
    of(...histories[at])
      .when(report)
      .thenNothing(),
  );
});

describe('the provider’s result', () => {
  it('approves', () =>
    of(...checking)
      .when(recordFinding(passed, noon))
      .then(decidedApproved));
  it('rejects', () =>
    of(...checking)
      .when(recordFinding(failed, noon))
      .then(decidedRejected));
  it('counts before the response to the request', () =>
    of(...underReview, checkStarted)
      .when(recordFinding(passed, noon))
      .then(decidedApproved));
  it('decides after a review', () =>
    of(...checking, reviewAwaited)
      .when(recordFinding(failed, noon))
      .then(decidedRejected));
  it('records once that a reviewer must decide', () => {
    of(...checking)
      .when(recordFinding(inReview, noon))
      .then(reviewAwaited);
    of(...checking, reviewAwaited)
      .when(recordFinding(inReview, noon))
      .thenNothing();
  });
  it('is ignored while it is open', () =>
    of(...checking)
      .when(recordFinding(waiting, noon))
      .thenNothing());
  it.each(['decided', 'approved', 'rejected'] as const)('is ignored when %s', (at) =>
    of(...histories[at])
      .when(recordFinding(failed, noon))
      .thenNothing(),
  );
});

describe('an operator', () => {
  const decide = decideByOperator(
    'rejected',
    'ada@operator.example',
    'The photo is of a cat',
    noon,
  );
  it.each<[string, VerificationEvent[]]>([
    ['a verification that waits for a reviewer', [...checking, reviewAwaited]],
    ['a verification whose check the provider never accepted', [...underReview]],
  ])('decides %s', (_, history) =>
    of(...history)
      .when(decide)
      .then({
        type: 'VerificationDecided',
        data: {
          ...decidedRejected.data,
          outcome: 'rejected',
          decidedBy: 'operator:ada@operator.example',
          reason: 'The photo is of a cat',
          decidedAt: noon.toISOString(),
        },
      }),
  );
  it.each<[At, string]>([
    ['pending', 'verification_not_under_review'],
    ['expired', 'verification_not_under_review'],
    ['decided', 'verification_closed'],
    ['approved', 'verification_closed'],
    ['rejected', 'verification_closed'],
  ])('cannot decide a verification that is %s', (at, code) =>
    of(...histories[at])
      .when(decide)
      .thenRefused(code),
  );
});

describe('an applied decision', () => {
  it('approves', () =>
    of(...checking, decidedApproved)
      .when(recordEffect(noon))
      .then(approved));
  it('rejects', () =>
    of(...checking, decidedRejected)
      .when(recordEffect(noon))
      .then(rejected));
  it.each(['pending', 'under review', 'approved', 'rejected'] as const)(
    'is ignored when the verification is %s',
    (at) =>
      of(...histories[at])
        .when(recordEffect(noon))
        .thenNothing(),
  );
});

describe('the state', () => {
  it.each<[At, object]>([
    ['pending', { ...terms, status: 'pending', providerRef: null, decision: null }],
    ['expired', { status: 'expired' }],
    ['under review', { status: 'under_review', providerRef: 'fp-1', checkAccepted: false }],
    [
      'decided',
      {
        status: 'under_review',
        checkAccepted: true,
        startedAt: null,
        decision: { outcome: 'approved' },
      },
    ],
    ['approved', { status: 'approved', decision: { decidedBy: 'provider:identity' } }],
    ['rejected', { status: 'rejected', decision: { outcome: 'rejected' } }],
  ])('after %s', (at, expected) => expect(of(...histories[at]).state).toMatchObject(expected));
  it('has the open request, the messages and the review', () =>
    expect(of(...underReview, checkStarted, reported, reviewAwaited).state).toMatchObject({
      startedAt: noon.toISOString(),
      attempts: 1,
      messageIds: ['m-1'],
      reviewAwaited: true,
    }));
  it('cannot begin in the middle', () =>
    expect(() => of(uploaded)).toThrow(
      'VerificationDocumentsUploaded of a verification never started',
    ));
});
