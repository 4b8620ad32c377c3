import { describe, expect, it } from '@jest/globals';
import type { Ledger, LoggedEvent } from './ledgers.js';
import { checkEffects } from './effects.check.js';

const event = (category: string, id: string, type: string, depositId?: string): LoggedEvent => ({
  ...{ position: 1, category, id, type, partnerId: 'p', data: { depositId } },
});
const reserved = event('dailyFunding', 'u.2026-03-16', 'DailyFundingReserved', 'd');
const released = event('dailyFunding', 'u.2026-03-16', 'DailyFundingReleased', 'd');
const [requested, failed, completed] = ['Requested', 'Failed', 'Completed'].map((end) =>
  event('deposit', 'd', `Deposit${end}`),
) as [LoggedEvent, LoggedEvent, LoggedEvent];

const journal = {
  id: 'j',
  idempotencyKey: 'd',
  from: 'f',
  to: 'a',
  amount: '1.00',
  reversedAt: null,
};
const empty: Ledger = { accounts: [], journals: [], orders: [], repeats: [] };
const executed: Ledger = { ...empty, journals: [{ ...journal, status: 'executed' }] };

describe('the check of reservations of the daily limit', () => {
  it.each<[string, readonly LoggedEvent[], Ledger, readonly string[]]>([
    ['a reservation with its deposit', [reserved, requested, completed], executed, []],
    [
      'a failed deposit with a released reservation',
      [reserved, requested, failed, released],
      empty,
      [],
    ],
    ['a reservation without a deposit', [reserved], empty, ['deposit d: reserved and not made']],
    [
      'a released reservation without a deposit',
      [reserved, released],
      empty,
      ['deposit d: reserved and not made'],
    ],
    [
      'a failed deposit that keeps its reservation',
      [reserved, requested, failed],
      empty,
      ['deposit d: failed and still reserved'],
    ],
    [
      'a failed deposit, when another deposit released its reservation',
      [reserved, requested, failed, { ...released, data: { depositId: 'e' } }],
      empty,
      ['deposit d: failed and still reserved'],
    ],
  ])('%s', (_, log, ledger, texts) =>
    expect(checkEffects(log, ledger)).toEqual(texts.map((text) => ({ kind: 'open', text }))),
  );
});

describe('the check of cash reservations of withdrawals', () => {
  const held = event('withdrawalReservations', 'u', 'WithdrawalReserved', 'd');
  const canceled = event('deposit', 'd', 'DepositCanceled');
  const ended = (end: string): LoggedEvent => ({
    ...event('withdrawalReservations', 'u', 'WithdrawalReservationEnded', 'd'),
    data: { depositId: 'd', end },
  });
  it.each<[string, readonly LoggedEvent[], Ledger, readonly string[]]>([
    ['executed', [held, requested, completed, ended('executed')], executed, []],
    ['canceled', [held, requested, canceled, ended('released')], empty, []],
    ['not made', [held], empty, ['withdrawal d: reserved and not made']],
    [
      'failed, and still reserved',
      [held, requested, failed],
      empty,
      ['withdrawal d: DepositRequested → DepositFailed, still reserved'],
    ],
    [
      'executed, and released',
      [held, requested, completed, ended('released')],
      executed,
      ['withdrawal d: DepositRequested → DepositCompleted, still reserved'],
    ],
  ])('%s', (_, log, ledger, texts) =>
    expect(checkEffects(log, ledger)).toEqual(texts.map((text) => ({ kind: 'open', text }))),
  );
});

describe('the check of journals that the broker changed', () => {
  const recorded = event('deposit', 'd', 'DepositJournalsRecorded');
  const reversed: Ledger = {
    ...empty,
    journals: [{ ...journal, status: 'correct', reversedAt: '2026-03-16T14:00:00Z' }],
  };
  it.each<[string, readonly LoggedEvent[], readonly string[]]>([
    ['a change that the log contains', [requested, completed, recorded], []],
    [
      'a change that the log lacks',
      [requested, completed],
      ['deposit d: DepositRequested → DepositCompleted in the log, reversed at the broker'],
    ],
  ])('%s', (_, log, texts) =>
    expect(checkEffects(log, reversed)).toEqual(texts.map((text) => ({ kind: 'different', text }))),
  );
});

describe('the check of account states', () => {
  const profile = (type: string, data: object): LoggedEvent => ({
    ...{ position: 1, category: 'profile', id: 'u', type, partnerId: 'p' },
    data: { accountId: 'a', ...data },
  });
  const opened = profile('BrokerAccountOpened', { status: 'ACTIVE' });
  const blocked = profile('BrokerAccountChanged', {
    status: 'ACTIVE',
    blocks: ['trading_blocked'],
  });
  const free = profile('BrokerAccountChanged', { status: 'ACTIVE' });
  const reviewed = profile('BrokerAccountReviewed', {});
  const at = (status: string, blocks: string[]): Ledger => ({
    ...empty,
    accounts: [{ id: 'a', email: 'e', status, blocks }],
  });
  it.each<[string, readonly LoggedEvent[], Ledger, readonly string[]]>([
    [
      'an account that is restricted on both sides',
      [opened, blocked],
      at('ACTIVE', ['trading_blocked']),
      [],
    ],
    [
      'an account that is unrestricted on both sides',
      [opened, blocked, reviewed, free],
      at('ACTIVE', []),
      [],
    ],
    [
      'an account that only the broker restricts',
      [opened],
      at('ACTIVE', ['trading_blocked']),
      ['profile u: ACTIVE in the log, ACTIVE trading_blocked at the broker'],
    ],
    [
      'an account that is restricted only in the log',
      [opened, blocked, reviewed],
      at('ACTIVE', []),
      ['profile u: ACTIVE trading_blocked in the log, ACTIVE at the broker'],
    ],
    [
      'an account with another status',
      [opened],
      at('DISABLED', []),
      ['profile u: ACTIVE in the log, DISABLED at the broker'],
    ],
  ])('%s', (_, log, ledger, texts) =>
    expect(checkEffects(log, ledger)).toEqual(texts.map((text) => ({ kind: 'different', text }))),
  );
});
