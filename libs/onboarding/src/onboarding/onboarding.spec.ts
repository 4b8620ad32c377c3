import { describe, expect, it } from '@jest/globals';
import { given } from '../../../../test/support/given.js';
import { checkOnboarding } from '../jobs.js';
import {
  endWatch,
  recordFinding,
  recordRecheck,
  recordReport,
  recordSession,
} from './onboarding.decide.js';
import * as example from './onboarding.examples.js';
import { isUnknown, onboardings } from './onboarding.state.js';
import { onboardingPolicy } from './onboarding.policy.js';

const {
  about,
  end,
  expired,
  failed,
  inReview,
  issued,
  noon,
  passed,
  rechecked,
  reopened,
  reported,
} = example;

const session = (account: Parameters<typeof recordSession>[2] = null) =>
  recordSession(about, end, account, noon);
const result = (finding: 'passed' | 'failed' | 'in_review', now = noon) =>
  recordFinding(finding, 'fp-1', now);
const { type: _, data: report } = reported as Extract<
  typeof reported,
  { type: 'OnboardingReported' }
>;
const notified = (occurredAt = noon.toISOString(), hasResult = true) => ({
  occurredAt,
  hasResult,
});

describe('issuing a session', () => {
  it('records the session without its token', () =>
    given(onboardings).when(session()).then(issued));
  it.each([
    ['the first has no result', [issued]],
    ['the first expired', [issued, expired]],
    ['the check failed', [issued, reported, failed]],
    ['a review is running', [issued, reported, inReview]],
  ])('is possible again when %s', (_case, history) =>
    given(onboardings, ...history)
      .when(session())
      .then(issued),
  );
  it('is refused once onboarding has passed', () =>
    given(onboardings, issued, passed).when(session()).thenRefused('onboarding_completed'));
  it('is possible after a pass when the broker refused the account', () =>
    given(onboardings, issued, passed).when(session('refused')).then(reopened));
});

describe('the provider’s notification', () => {
  it('is stored', () =>
    given(onboardings, issued)
      .when(recordReport(report, notified(), noon))
      .then(reported));
  it('is stored before the session is recorded', () =>
    given(onboardings)
      .when(recordReport(report, notified(), noon))
      .then(reported));
  it('is stored once', () =>
    given(onboardings, issued, reported)
      .when(recordReport(report, notified(), noon))
      .thenNothing());
  it('is stored after a pass if it contains a result, which may differ', () =>
    given(onboardings, issued, passed)
      .when(recordReport(report, notified(), noon))
      .then(reported));
  it.each([
    ['without a result', notified(noon.toISOString(), false)],
    ['of an earlier session', notified('2026-03-16T11:58:59Z')],
  ])('is not stored after a pass when it is %s', (_, said) =>
    given(onboardings, issued, passed)
      .when(recordReport(report, said, noon))
      .thenNothing(),
  );
  it('is stored again under another id', () =>
    given(onboardings, issued, reported)
      .when(recordReport({ ...report, messageId: 'm-2' }, notified(), noon))
      .thenTypes('OnboardingReported'));
});

describe('a notification in a session', () => {
  const dataOf = (...said: Parameters<typeof notified>) =>
    recordReport(report, notified(...said), noon)(given(onboardings, issued).state)[0]?.data;
  it.each([
    ['at the start of the session', '2026-03-16T12:00:00.000000001Z'],
    ['from a clock that is a little behind', '2026-03-16T11:59:00Z'],
    ['at an unreadable time', 'yesterday'],
  ])('may contain its result: %s', (_, occurredAt) =>
    expect(dataOf(occurredAt)).not.toHaveProperty('tellsNoResult'),
  );
  it.each([
    ['before the session', '2026-03-16T11:58:59.999999999Z', true],
    ['without a result', '2026-03-16T12:00:01Z', false],
  ])('contains no result of it: %s', (_, ...said) =>
    expect(dataOf(...said)).toHaveProperty('tellsNoResult', true),
  );
  it('before the first recorded session may contain a result', () => {
    const [event] = recordReport(
      report,
      notified('2020-01-01T00:00:00Z'),
      noon,
    )(onboardings.initial);
    expect(event?.data).not.toHaveProperty('tellsNoResult');
  });
  it('without a result keeps the earlier decision', () => {
    const data = { ...report, tellsNoResult: true } as const;
    const late = { type: 'OnboardingReported', data } as const;
    expect(given(onboardings, failed, issued, late).state).toMatchObject({
      ...{ decidedBefore: 'failed', messageIds: ['m-1'], watchEnded: false },
    });
  });
});

describe('the provider’s result', () => {
  it.each([
    ['passed', passed],
    ['failed', failed],
    ['in_review', inReview],
  ] as const)('%s is recorded', (finding, event) =>
    given(onboardings, issued, reported).when(result(finding)).then(event),
  );
  it.each([
    ['failed', [issued, failed]],
    ['in_review', [issued, inReview]],
  ] as const)('%s is recorded once', (finding, history) =>
    given(onboardings, ...history)
      .when(result(finding))
      .thenNothing(),
  );
  it.each(['failed', 'in_review', 'passed'] as const)(
    '%s changes nothing after a pass',
    (finding) => given(onboardings, issued, passed).when(result(finding)).thenNothing(),
  );
  it('omits the start of a session that was never recorded', () => {
    const [event] = result('passed')(given(onboardings, reported).state);
    expect(event?.data).not.toHaveProperty('issuedAt');
  });
  it('may pass after a failure, and after a review', () => {
    given(onboardings, issued, failed, issued).when(result('passed')).then(passed);
    given(onboardings, issued, inReview).when(result('passed')).then(passed);
  });
});

describe('a result after a pass', () => {
  it('is recorded after it was read, and the pass stays', () => {
    const recheck = recordRecheck('failed', 'fp-1', noon);
    given(onboardings, issued, passed, reported).when(recheck).then(rechecked);
    given(onboardings, issued, passed, reported, rechecked).when(recheck).thenNothing();
    given(onboardings, issued, passed).when(recheck).thenNothing();
    expect(given(onboardings, issued, passed, reported, rechecked).state.status).toBe('passed');
  });
  it('ends the polls', () =>
    expect(onboardingPolicy(rechecked)).toEqual([
      { kind: 'cancel', job: checkOnboarding, id: 'u-1' },
    ]));
});

describe('the result of an earlier session', () => {
  const before = (...history: (typeof issued)[]) =>
    given(onboardings, ...history).state.decidedBefore;
  it('counts as the earlier one until the provider notifies the service', () => {
    expect(before(issued, failed, issued)).toBe('failed');
    expect(before(issued, failed, issued, reported)).toBeNull();
    expect(before(issued, passed, reopened)).toBe('passed');
    expect(before(issued, passed, reopened, reported)).toBeNull();
  });
  it('counts as the earlier one through another session', () =>
    expect(before(issued, failed, issued, expired, issued)).toBe('failed'));
  it('is null in a first session', () => expect(before(issued, reported)).toBeNull());
});

describe('an onboarding', () => {
  const at = noon.toISOString();
  it.each([
    ['no event', [], { status: 'none', reopened: false, watchEnded: false }],
    ['a session', [issued], { status: 'open', issuedAt: at, expiresAt: end.toISOString() }],
    ['an expired session', [issued, expired], { status: 'expired', watchEnded: true }],
    ['a session after an expired one', [issued, expired, issued], { watchEnded: false }],
    ['a notification', [reported], { status: 'none', providerRef: 'fp-1' }],
    ['a notification after the expiry', [issued, expired, reported], { watchEnded: false }],
    ['a review', [issued, inReview], { status: 'in_review', providerRef: 'fp-1' }],
    ['a session during a review', [inReview, issued], { status: 'in_review', issuedAt: at }],
    ['a pass', [issued, passed], { status: 'passed', providerRef: 'fp-1', reopened: false }],
    ['a session after a pass', [passed, issued], { status: 'passed', reopened: false }],
    ['a session for another application', [passed, reopened], { status: 'open', reopened: true }],
    [
      'the pass of another application',
      [passed, reopened, passed],
      { status: 'passed', reopened: false },
    ],
    ['a failure', [failed], { status: 'failed', providerRef: 'fp-1', watchEnded: false }],
    ['a session after a failure', [failed, issued], { status: 'open', decidedBefore: 'failed' }],
    ['the same failure again', [failed, issued, failed], { status: 'failed', decidedBefore: null }],
  ])('has the right state after %s', (_, history, known) =>
    expect(given(onboardings, ...history).state).toMatchObject(known),
  );
  it.each([
    ['unknown without events', [], true],
    ['known after a session', [issued], false],
    ['known after a notification', [reported], false],
  ])('is %s', (_, history, unknown) =>
    expect(isUnknown(given(onboardings, ...history).state)).toBe(unknown),
  );
  it('remembers the last fifty notifications', () => {
    const ids = Array.from({ length: 51 }, (_, i) => `m-${i}`);
    const all = ids.map((messageId) => ({ ...reported, data: { ...report, messageId, at } }));
    const { messageIds } = given(onboardings, ...(all as (typeof reported)[])).state;
    expect(messageIds).toEqual(ids.slice(1));
  });
});

describe('the end of the polls', () => {
  const late = new Date(end.getTime());
  const early = new Date(end.getTime() - 1);
  it.each([
    ['open', [issued]],
    ['failed', [issued, failed]],
    ['reported again after the expiry', [issued, expired, reported]],
  ])('comes with the end of the session when it is %s', (_case, history) => {
    given(onboardings, ...history)
      .when(endWatch(early))
      .thenNothing();
    given(onboardings, ...history)
      .when(endWatch(late))
      .thenTypes('OnboardingSessionExpired');
    given(onboardings, ...history, expired)
      .when(endWatch(late))
      .thenNothing();
  });
  it('follows a failure that stays a failure', () =>
    given(onboardings, issued, failed)
      .when(result('failed', late))
      .thenTypes('OnboardingSessionExpired'));
  it.each([
    ['passed', [issued, passed]],
    ['being reviewed', [issued, inReview]],
    ['not begun', []],
    ['failed without a recorded session', [failed]],
  ])('never comes when it is %s', (_case, history) =>
    given(onboardings, ...history)
      .when(endWatch(late))
      .thenNothing(),
  );
  it('keeps a failure, and ignores an open session', () => {
    expect(given(onboardings, issued, failed, expired).state.status).toBe('failed');
    expect(given(onboardings, issued, expired).state.status).toBe('expired');
  });
});

describe('the policy', () => {
  const due = {
    ...{ kind: 'schedule', job: checkOnboarding, id: 'u-1' },
    at: new Date(noon.getTime() + 30_000),
  };
  it.each([issued, inReview])('polls 30 s after $type', (event) =>
    expect(onboardingPolicy(event)).toEqual([due]),
  );
  it('polls at once after a notification, and later again', () =>
    expect(onboardingPolicy(reported)).toEqual([
      { kind: 'enqueue', job: checkOnboarding, id: 'u-1' },
      due,
    ]));
  it('continues to poll after a failure', () => expect(onboardingPolicy(failed)).toEqual([]));
  it.each([passed, expired])('ends the polls after $type', (event) =>
    expect(onboardingPolicy(event)).toEqual([{ kind: 'cancel', job: checkOnboarding, id: 'u-1' }]),
  );
  it('pauses twice as long each time, up to an hour', () =>
    expect(checkOnboarding.poll).toEqual({ firstMs: 30_000, factor: 2, maxMs: 3_600_000 }));
});
