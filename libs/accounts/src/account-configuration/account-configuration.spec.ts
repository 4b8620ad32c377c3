import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel/event-store/stream.js';
import { configureAccount } from '../jobs.js';
import {
  recordConfiguration,
  requestConfiguration,
  startConfiguration,
  throttleConfiguration,
} from './account-configuration.decide.js';
import type { AccountConfigurationEvent } from './account-configuration.events.js';
import { accountConfigurationPolicy } from './account-configuration.policy.js';
import { accountConfigurations } from './account-configuration.state.js';

const at = '2026-03-16T12:00:00.000Z';
const now = new Date(at);
const owner = { userId: 'u-1', partnerId: 'p-1', accountId: 'a-1' };
const data = { ...owner, at };
const requested = { type: 'AccountConfigurationRequested', data } as const;
const started = { type: 'AccountConfigurationStarted', data: { ...data, attempt: 1 } } as const;
const throttled = { type: 'AccountConfigurationThrottled', data: { ...data, attempt: 1 } } as const;
const configured = { type: 'AccountConfigured', data } as const;
const rejected = {
  type: 'AccountConfigurationRejected',
  data: { ...data, reason: 'account closed' },
} as const;

const state = (...events: AccountConfigurationEvent[]) => fold(accountConfigurations, events);

describe('a request', () => {
  it.each<[string, AccountConfigurationEvent[], number]>([
    ['is recorded once', [], 1],
    ['is not recorded while one is open', [requested, started], 0],
    ['is recorded again after a success', [requested, started, configured], 1],
    ['is recorded again after a rejection', [requested, started, rejected], 1],
  ])('%s', (_, events, count) => {
    const decided = requestConfiguration(owner, now)(state(...events));
    expect(decided).toEqual(Array.from({ length: count }, () => requested));
  });
});

describe('a send', () => {
  it('has an intent record with its number', () => {
    expect(startConfiguration(now)(state(requested))).toEqual([started]);
    expect(startConfiguration(now)(state(requested, started))).toMatchObject([
      { data: { attempt: 2 } },
    ]);
  });
  it('that the broker throttled does not count', () => {
    expect(throttleConfiguration(1, now)(state(requested, started))).toEqual([throttled]);
    expect(state(requested, started, throttled)).toMatchObject({ startedAt: null, attempts: 0 });
    expect(throttleConfiguration(2, now)(state(requested, started))).toEqual([]);
  });
  it('has one outcome', () => {
    const open = state(requested, started);
    expect(recordConfiguration({ kind: 'configured' }, now)(open)).toEqual([configured]);
    const reason = 'account closed';
    expect(recordConfiguration({ kind: 'refused', reason }, now)(open)).toEqual([rejected]);
    const ended = state(requested, started, configured);
    expect(recordConfiguration({ kind: 'refused', reason }, now)(ended)).toEqual([]);
    expect(startConfiguration(now)(ended)).toEqual([]);
  });
});

describe('the policy', () => {
  it.each<[AccountConfigurationEvent, string[]]>([
    [requested, ['enqueue', 'schedule']],
    [started, []],
    [throttled, []],
    [configured, ['cancel']],
    [rejected, ['cancel']],
  ])('after %j is %j', (event, kinds) => {
    const actions = accountConfigurationPolicy(event);
    expect(actions.map(({ kind }) => kind)).toEqual(kinds);
    for (const { job, id } of actions) expect([job, id]).toEqual([configureAccount, 'u-1']);
  });
});
