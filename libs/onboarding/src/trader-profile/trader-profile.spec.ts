import { describe, expect, it } from '@jest/globals';
import { deterministicId } from '#kernel/ids.js';
import { given } from '../../../../test/support/given.js';
import { openAccount, refreshAccount, reviewAccount as reviewJob } from '../jobs.js';
import {
  createTraderProfile,
  recordAccount,
  recordAccountChange,
  replaceAccount,
  replaceTraderProfile,
  startAccount,
  throttleAccount,
} from './trader-profile.decide.js';
import * as example from './trader-profile.examples.js';
import { traderProfiles } from './trader-profile.state.js';
import { traderProfilePolicy } from './trader-profile.policy.js';

const { active, actionRequired, created, noon, opened, profile } = example;
const { refused, replaced, started, throttled } = example;

const account = { id: 'a-1', number: '', status: 'SUBMITTED', reason: null };
const other = { ...profile, residentialAddress: '1 Market Street' };
const later = new Date('2026-03-18T09:00:00.000Z');

describe('the trader profile', () => {
  it('is created with a new id when onboarding passes', () => {
    given(traderProfiles).when(createTraderProfile(profile, noon)).then(created);
    const profileId = deterministicId('profile', 'u-1');
    expect(created.data).toMatchObject({ profileId });
  });
  it.each([
    ['waits', []],
    ['was refused', [started, refused]],
    ['is open', [started, opened]],
  ])('stays unchanged when a second onboarding completes and the account %s', (_, history) =>
    given(traderProfiles, created, ...history)
      .when(createTraderProfile(other, noon))
      .thenNothing(),
  );
  it('is replaced when the account was refused', () =>
    given(traderProfiles, created, started, refused)
      .when(replaceTraderProfile(other, noon))
      .then(replaced));
  it.each([
    ['waits', []],
    ['is open', [started, opened]],
  ])('is not replaced while the account %s', (_, history) =>
    given(traderProfiles, created, ...history)
      .when(replaceTraderProfile(other, noon))
      .thenNothing(),
  );
  it('applies again when it is replaced, and keeps its creation time', () => {
    const again = { ...replaced, data: { ...replaced.data, at: later.toISOString() } };
    const { state } = given(traderProfiles, created, started, refused, again as typeof replaced);
    expect(state).toMatchObject({
      ...{ account: { kind: 'requested' }, attempts: 0, startedAt: null },
      ...{ appliedAt: later.toISOString(), createdAt: noon.toISOString() },
    });
  });
});

describe('the state of a profile', () => {
  const activeLater = {
    ...active,
    data: { ...active.data, at: later.toISOString() },
  } as typeof active;
  const at = noon.toISOString();
  const asked = { kind: 'requested' };
  const known = { kind: 'opened', id: 'a-1', number: '', status: 'SUBMITTED', reason: null };
  const reason = 'street_address cannot be a P.O. Box';
  const action = { status: 'ACTION_REQUIRED', reason: 'a document is needed' };
  it.each([
    ['created', [], { appliedAt: at, startedAt: null, attempts: 0, account: asked }],
    ['sent', [started], { startedAt: at, attempts: 1, account: asked }],
    ['created, and not reviewed', [], { isReviewed: false }],
    ['open since the broker’s report', [started, opened], { account: { saidAt: at } }],
    [
      'changed at a later time',
      [opened, activeLater],
      { account: { saidAt: later.toISOString() } },
    ],
    ['refused, but not for its address', [refused], { account: { emailTaken: false } }],
    ['open', [started, opened], { startedAt: null, attempts: 1, account: known }],
    ['refused', [started, refused], { startedAt: null, account: { kind: 'refused', reason } }],
    [
      'active',
      [started, opened, active],
      { account: { ...known, number: '900000001', status: 'ACTIVE' } },
    ],
    [
      'waiting for more information',
      [opened, actionRequired],
      { account: { ...known, ...action } },
    ],
  ])('%s', (_, history, expected) =>
    expect(given(traderProfiles, created, ...history).state).toMatchObject({
      ...{ ...profile, createdAt: at },
      ...expected,
    }),
  );
  it.each([
    ['itself', [started], 'a profile that was never created'],
    ['its account', [created, active], 'an account never opened'],
  ])('cannot begin with %s', (_, history, message) =>
    expect(() => given(traderProfiles, ...history)).toThrow(message),
  );
});

describe('a throttled application', () => {
  const second = { ...started, data: { ...started.data, attempt: 2 } } as typeof started;

  it('is canceled', () =>
    given(traderProfiles, created, started).when(throttleAccount(1, noon)).then(throttled));
  it('does not count: the next send is the first and needs no lookup', () => {
    const { state, when } = given(traderProfiles, created, started, throttled);
    expect(state).toMatchObject({ startedAt: null, attempts: 0 });
    when(startAccount(noon)).then(started);
  });
  it.each([
    ['a later one is under way', [started, second]],
    ['it is already canceled', [started, throttled]],
    ['the account is open', [started, opened]],
    ['it was refused', [started, refused]],
    ['nothing was sent', []],
  ])('is not canceled when %s', (_, history) =>
    given(traderProfiles, created, ...history)
      .when(throttleAccount(1, noon))
      .thenNothing(),
  );
  it('needs no action: its job is retried, and the job schedule stays', () =>
    expect(traderProfilePolicy(throttled)).toEqual([]));
});

describe('the account at the broker', () => {
  it('has an intent record before it is requested', () =>
    given(traderProfiles, created).when(startAccount(noon)).then(started));
  it.each([
    ['it is open', [started, opened]],
    ['it was refused', [started, refused]],
  ])('is not requested once %s', (_, history) =>
    given(traderProfiles, created, ...history)
      .when(startAccount(noon))
      .thenNothing(),
  );
  it('is opened in the broker’s status', () =>
    given(traderProfiles, created, started)
      .when(recordAccount({ kind: 'opened', account }, noon))
      .then(opened));
  it('is opened with the broker’s findings', () => {
    const said = { ...account, findings: ['DATE_OF_BIRTH'] };
    const { state } = given(traderProfiles, created, started);
    const [event] = recordAccount({ kind: 'opened', account: said }, noon)(state);
    expect(event).toMatchObject({ data: { findings: ['DATE_OF_BIRTH'] } });
    const after = given(traderProfiles, created, started, event!);
    expect(after.state).toMatchObject({ account: { findings: ['DATE_OF_BIRTH'] } });
    after.when(recordAccountChange(said, noon)).thenNothing();
    after.when(recordAccountChange(account, noon)).thenTypes('BrokerAccountChanged');
  });
  it('stores no more reasons of the broker once the user is erased', () => {
    const erased = { ...created, data: { ...created.data, taxIdSealed: null } } as typeof created;
    const words = { ...account, reason: 'a document is needed', findings: ['OTHER'] };
    given(traderProfiles, erased, started, opened)
      .when(recordAccountChange(words, noon))
      .thenNothing();
    given(traderProfiles, created, started, opened)
      .when(recordAccountChange(words, noon))
      .thenTypes('BrokerAccountChanged');
  });
  it('is refused with the broker’s reason', () =>
    given(traderProfiles, created, started)
      .when(recordAccount({ kind: 'refused', reason: 'street_address cannot be a P.O. Box' }, noon))
      .then(refused));
  it.each([
    ['refused', [started, opened], { kind: 'refused', reason: 'late' }],
    ['refused', [started, opened, active], { kind: 'refused', reason: 'late' }],
    ['opened', [started, refused], { kind: 'opened', account }],
    ['refused', [started, refused], { kind: 'refused', reason: 'for another reason' }],
  ] as const)('cannot be %s after its end (%#)', (_, history, outcome) =>
    given(traderProfiles, created, ...history)
      .when(recordAccount(outcome, noon))
      .thenNothing(),
  );
  it('is opened without a recorded start', () =>
    given(traderProfiles, created)
      .when(recordAccount({ kind: 'opened', account }, noon))
      .then(opened));
  it('is opened once', () =>
    given(traderProfiles, created, started, opened)
      .when(recordAccount({ kind: 'opened', account: { ...account, id: 'a-2' } }, noon))
      .thenNothing());
  const another = { ...account, id: 'a-2' };
  it('is replaced if the broker reported an id that does not exist', () =>
    given(traderProfiles, created, started, opened)
      .when(replaceAccount(another, noon))
      .then({ ...opened, data: { ...opened.data, accountId: 'a-2' } } as typeof opened));
  it.each([
    ['the same one', account, [created, started, opened]],
    ['another one once it is ACTIVE', another, [created, started, opened, active]],
    ['another one before it is open', another, [created, started]],
    ['another one when it was refused', another, [created, started, refused]],
    ['one without a profile', another, []],
  ])('is not replaced by %s', (_, found, history) =>
    given(traderProfiles, ...history)
      .when(replaceAccount(found, noon))
      .thenNothing(),
  );
});

describe('the account’s status', () => {
  const change = (status: string, reason: string | null = null, number = '') =>
    recordAccountChange({ id: 'a-1', status, reason, number }, noon);
  it.each([
    ['becomes ACTIVE with a number', change('ACTIVE', null, '900000001'), active],
    ['requires an action', change('ACTION_REQUIRED', 'a document is needed'), actionRequired],
  ])('%s', (_, decision, event) =>
    given(traderProfiles, created, started, opened).when(decision).then(event),
  );
  it.each(['APPROVAL_PENDING', 'REJECTED', 'ACCOUNT_CLOSED', 'AN_UNKNOWN_STATUS'])(
    'passes %s through',
    (status) => {
      const { state } = given(traderProfiles, created, started, opened);
      const [event] = change(status)(state);
      expect(event?.data).toMatchObject({ status });
    },
  );
  it('is recorded when it changes, only then', () =>
    given(traderProfiles, created, started, opened).when(change('SUBMITTED')).thenNothing());
  it('is recorded when only the number changes', () =>
    given(traderProfiles, created, started, opened)
      .when(change('SUBMITTED', null, '900000001'))
      .thenTypes('BrokerAccountChanged'));
  it('is recorded when the reason changes', () =>
    given(traderProfiles, created, started, opened, actionRequired)
      .when(change('ACTION_REQUIRED', 'two documents are needed'))
      .thenTypes('BrokerAccountChanged'));
  it.each([
    ['before there is an account', []],
    ['while it is requested', [started]],
    ['after it was refused', [started, refused]],
  ])('is ignored %s', (_, history) =>
    given(traderProfiles, created, ...history)
      .when(change('ACTIVE'))
      .thenNothing(),
  );
});

describe('the policy', () => {
  const due = (job: typeof openAccount, afterMs: number) => ({
    ...{ kind: 'schedule', job, id: 'u-1' },
    at: new Date(noon.getTime() + afterMs),
  });
  it.each([created, replaced])('opens the account after $type, and schedules a poll', (event) =>
    expect(traderProfilePolicy(event).slice(0, 2)).toEqual([
      { kind: 'enqueue', job: openAccount, id: 'u-1' },
      due(openAccount, 15_000),
    ]),
  );
  it('ends the review once the user applies again', () =>
    expect(traderProfilePolicy(replaced).slice(2)).toEqual([
      { kind: 'cancel', job: reviewJob, id: 'u-1' },
      { kind: 'enqueue', job: reviewJob, id: 'u-1' },
    ]));
  it('polls an account that is not settled', () => {
    expect(traderProfilePolicy(opened)).toEqual([
      { kind: 'cancel', job: openAccount, id: 'u-1' },
      due(refreshAccount, 1_000),
    ]);
    expect(traderProfilePolicy(actionRequired)).toEqual([due(refreshAccount, 1_000)]);
  });
  it.each(['ACTIVE', 'REJECTED', 'SUBMISSION_FAILED', 'INACTIVE'])(
    'stops following one that is %s',
    (status) =>
      expect(
        traderProfilePolicy({ ...active, data: { ...active.data, status } } as typeof active),
      ).toEqual([{ kind: 'cancel', job: refreshAccount, id: 'u-1' }]),
  );
  it('ends the polls of a refused application', () =>
    expect(traderProfilePolicy(refused)).toEqual([
      { kind: 'cancel', job: openAccount, id: 'u-1' },
    ]));
  it('keeps the scheduled poll after a start', () =>
    expect(traderProfilePolicy(started)).toEqual([]));
});
