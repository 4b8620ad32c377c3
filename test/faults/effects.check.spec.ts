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

describe('the check of what is reserved of the limit of a day', () => {
  it.each<[string, readonly LoggedEvent[], Ledger, readonly string[]]>([
    ['a deposit that was made of it', [reserved, requested, completed], executed, []],
    ['one that failed and gave it back', [reserved, requested, failed, released], empty, []],
    ['no deposit', [reserved], empty, ['deposit d: reserved and not made']],
    ['no deposit, given back', [reserved, released], empty, ['deposit d: reserved and not made']],
    [
      'one that failed and keeps it',
      [reserved, requested, failed],
      empty,
      ['deposit d: failed and still reserved'],
    ],
    [
      'one that failed, when another one gave it back',
      [reserved, requested, failed, { ...released, data: { depositId: 'e' } }],
      empty,
      ['deposit d: failed and still reserved'],
    ],
  ])('%s', (_, log, ledger, texts) =>
    expect(checkEffects(log, ledger)).toEqual(texts.map((text) => ({ kind: 'open', text }))),
  );
});

describe('the check of the cash that withdrawals reserve', () => {
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
    ['one whose change the log has', [requested, completed, recorded], []],
    [
      'one whose change the log lacks',
      [requested, completed],
      ['deposit d: DepositRequested → DepositCompleted in the log, reversed at the broker'],
    ],
  ])('%s', (_, log, texts) =>
    expect(checkEffects(log, reversed)).toEqual(texts.map((text) => ({ kind: 'different', text }))),
  );
});

describe('the check of how accounts stand', () => {
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
    ['one that is held on both sides', [opened, blocked], at('ACTIVE', ['trading_blocked']), []],
    ['one that is free on both sides', [opened, blocked, reviewed, free], at('ACTIVE', []), []],
    [
      'one that is held there alone',
      [opened],
      at('ACTIVE', ['trading_blocked']),
      ['profile u: ACTIVE in the log, ACTIVE trading_blocked at the broker'],
    ],
    [
      'one that is held in the log alone',
      [opened, blocked, reviewed],
      at('ACTIVE', []),
      ['profile u: ACTIVE trading_blocked in the log, ACTIVE at the broker'],
    ],
    [
      'one with another status',
      [opened],
      at('DISABLED', []),
      ['profile u: ACTIVE in the log, DISABLED at the broker'],
    ],
  ])('%s', (_, log, ledger, texts) =>
    expect(checkEffects(log, ledger)).toEqual(texts.map((text) => ({ kind: 'different', text }))),
  );
});
