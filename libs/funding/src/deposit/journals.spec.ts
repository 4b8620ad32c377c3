import { describe, expect, it } from '@jest/globals';
import type { ListedJournal } from '#platform/broker/broker-records.js';
import { cents } from '#platform/core/money.js';
import { given } from '../../../../test/support/given.js';
import { reviewDeposit } from './close-deposit.decide.js';
import { recordJournal } from './deposit.decide.js';
import type { DepositEvent } from './deposit.events.js';
import * as example from './deposit.examples.js';
import { type RequestedDeposit, deposits } from './deposit.state.js';
import { recordJournals, undoneUnseen } from './journals.decide.js';

const { adjusted, completed, completedLate, failed, noon, requested, reversed, started } = example;

/** Amounts in cents; those without a direction are credits. */
const journal = (id: string, status: string, amount: number | null, more: object = {}) =>
  ({
    ...{ id, status, amount: amount === null ? null : cents(amount), amountText: '?' },
    ...{ accountId: 'a-1', journalKey: 'd-1', direction: 'to_user' },
    ...more,
  }) as ListedJournal;
const own = (status = 'executed') => journal('j-1', status, 98_50);
const back = (amount: number, more: object = {}) =>
  journal('m-1', 'executed', amount, { direction: 'to_firm', ...more });

const person = { by: 'staff:s-1', reason: 'Support did it by hand' };

const sent = [requested, started] as const;
const credited = [...sent, completed] as const;
const adjustedBy = (journalId: string, amount: number, more: object = {}) => {
  const credits = [{ journalId, amountCents: cents(amount) }];
  const data = {
    ...example.adjusted.data,
    amountCents: cents(amount),
    journalId,
    credits,
    ...more,
  };
  return { ...example.adjusted, data } as DepositEvent;
};
/** Of 20.00. */
const NO_MORE = { amountCents: cents(-20_00), feeCents: cents(0) };
const NO_MORE_OF_120 = { amountCents: cents(-120_00), feeCents: cents(0) };
const MATCHED = { matched: { by: 'staff:s-1', reason: 'It is his' } };
/** By the journal m-1. */
const mirrored = {
  ...reversed,
  data: { ...reversed.data, credits: [{ journalId: 'm-1', amountCents: cents(-98_50) }] },
} as DepositEvent;

const acceptedAs = (journalId: string) =>
  ({ ...example.accepted, data: { ...example.accepted.data, journalId } }) as DepositEvent;
/** More than it credited, by the journal m-1. */
const overdrawn = recordJournals(
  [own('canceled'), back(30_00)],
  noon,
)(given(deposits, ...credited).state)[0]!;

const correctedTo60 = recordJournals(
  [own('correct'), journal('j-2', 'executed', 60_00)],
  noon,
)(given(deposits, ...credited).state)[0]!;

const correctedTo120 = recordJournals(
  [own('correct'), journal('j-2', 'executed', 120_00)],
  noon,
)(given(deposits, ...credited).state)[0]!;

const after = (history: readonly DepositEvent[], listed: readonly ListedJournal[]) => {
  const known = given(deposits, ...history);
  const events = recordJournals(listed, noon)(known.state);
  const state = given(deposits, ...history, ...events).state as RequestedDeposit;
  const { booked, credits, status } = state;
  const gross = Number(booked.amountCents);
  const net = Number(Object.values(credits).reduce((sum, each) => sum + each, 0n));
  return { types: events.map(({ type }) => type), status, gross, net };
};

describe('the journals of a deposit', () => {
  it.each<[string, readonly DepositEvent[], readonly ListedJournal[], object]>([
    ['its own', credited, [own()], { types: [], status: 'completed', gross: 100_00, net: 98_50 }],
    ['none that is listed', credited, [], { types: [], gross: 100_00, net: 98_50 }],
    [
      'one that takes it back',
      credited,
      [own(), back(98_50)],
      { types: ['DepositReversed'], status: 'reversed', gross: 0, net: 0 },
    ],
    [
      'one that names the journal it takes back',
      credited,
      [own(), back(98_50, { journalKey: 'j-1' })],
      { types: ['DepositReversed'], status: 'reversed', gross: 0, net: 0 },
    ],
    [
      'one that takes a part back',
      credited,
      [own(), back(40_00)],
      { types: ['DepositAdjusted'], status: 'completed', gross: 60_00, net: 58_50 },
    ],
    [
      'two that take it back in parts',
      credited,
      [own(), back(40_00), back(58_50, { id: 'm-2' })],
      { types: ['DepositReversed'], gross: 0, net: 0 },
    ],
    [
      'one that takes back, and is not decided',
      credited,
      [own(), back(98_50, { status: 'pending' })],
      { types: [], gross: 100_00, net: 98_50 },
    ],
    [
      'one of less that corrects it',
      credited,
      [own('correct'), journal('j-2', 'executed', 60_00)],
      { types: ['DepositAdjusted'], status: 'completed', gross: 61_50, net: 60_00 },
    ],
    [
      'one of more that corrects it',
      credited,
      [own('correct'), journal('j-2', 'executed', 120_00)],
      { types: ['DepositAdjusted'], gross: 121_50, net: 120_00 },
    ],
    [
      'one that corrects it after it counted as taken back',
      [...credited, reversed],
      [own('correct'), journal('j-2', 'executed', 60_00)],
      { types: ['DepositAdjusted'], status: 'completed', gross: 61_50, net: 60_00 },
    ],
    [
      'one that is corrected before anybody looked',
      sent,
      [own('correct'), journal('j-2', 'executed', 60_00)],
      { types: ['DepositCompleted', 'DepositAdjusted'], gross: 61_50, net: 60_00 },
    ],
    [
      'one that is corrected before anybody looked, and was over another amount',
      sent,
      [journal('j-1', 'correct', 98_49), journal('j-2', 'executed', 60_00)],
      { types: ['DepositCompleted', 'DepositAdjusted'], gross: 61_50, net: 60_00 },
    ],
    [
      'one that is known, was over another amount and is corrected to what was asked',
      [...sent, acceptedAs('j-1')],
      [journal('j-1', 'correct', 98_49), journal('j-2', 'executed', 98_50)],
      { types: ['DepositCompleted', 'DepositAdjusted'], gross: 100_00, net: 98_50 },
    ],
    [
      'one that takes it back before anybody looked',
      sent,
      [own(), back(98_50)],
      { types: ['DepositCompleted', 'DepositReversed'], status: 'reversed', gross: 0, net: 0 },
    ],
    [
      'one that was executed after its failure',
      [...sent, failed],
      [own()],
      { types: ['DepositCompletedLate'], status: 'completed', gross: 100_00, net: 98_50 },
    ],
    [
      'one that is corrected after its failure',
      [...sent, failed],
      [own('correct'), journal('j-2', 'executed', 60_00)],
      { types: ['DepositCompletedLate', 'DepositAdjusted'], gross: 61_50, net: 60_00 },
    ],
    [
      'one that takes back, and is undone itself',
      [...credited, mirrored],
      [own(), back(98_50, { status: 'canceled' })],
      { types: ['DepositAdjusted'], status: 'completed', gross: 100_00, net: 98_50 },
    ],
    [
      'one that is to be corrected, and by nothing yet',
      sent,
      [own('correct')],
      { types: ['DepositCompleted', 'DepositReversed'], status: 'reversed', gross: 0, net: 0 },
    ],
    [
      'one that is to be corrected by what is not decided',
      sent,
      [own('correct'), journal('j-2', 'pending', 60_00)],
      { types: ['DepositCompleted', 'DepositReversed'], status: 'reversed', gross: 0, net: 0 },
    ],
    [
      'one that is corrected, and was known by its successor',
      [...sent, acceptedAs('j-2')],
      [journal('j-2', 'executed', 60_00), own('correct')],
      { types: ['DepositCompleted', 'DepositAdjusted'], gross: 61_50, net: 60_00 },
    ],
    [
      'one that takes it back, and its own that is canceled besides',
      credited,
      [own('canceled'), back(30_00)],
      { types: ['DepositReversed'], status: 'reversed', gross: -30_00, net: -30_00 },
    ],
    [
      'a part that was taken back, and then all of it',
      [...credited, example.adjusted],
      [own('correct'), journal('j-2', 'executed', 60_00), back(98_50)],
      { types: ['DepositReversed'], status: 'reversed', gross: -38_50, net: -38_50 },
    ],
    [
      'what was taken back too much, and returned in part',
      [...credited, overdrawn],
      [own('canceled'), back(20_00)],
      { types: ['DepositReversed'], status: 'reversed', gross: -20_00, net: -20_00 },
    ],
    [
      'what was taken back too much, and was not in the end',
      [...credited, overdrawn],
      [own(), back(30_00, { status: 'canceled' })],
      { types: ['DepositAdjusted'], status: 'completed', gross: 100_00, net: 98_50 },
    ],
    [
      'one that takes back and names a journal of it that is known',
      [...credited, example.adjusted],
      [own('correct'), journal('j-2', 'executed', 60_00), back(20_00, { journalKey: 'j-2' })],
      { types: ['DepositAdjusted'], status: 'completed', gross: 41_50, net: 40_00 },
    ],
    [
      'the one that is known, whatever else is listed',
      [...sent, example.accepted],
      [journal('j-0', 'executed', 98_50), own('queued')],
      { types: [], status: 'processing', gross: 0, net: 0 },
    ],
    [
      'the one that is known and undone, beside none that was executed',
      [...sent, example.accepted],
      [journal('j-0', 'queued', 98_50), own('rejected')],
      { types: ['DepositFailed'], status: 'failed', gross: 0, net: 0 },
    ],
    [
      'nothing of one that another deposit counts',
      [...sent, failed],
      [journal('j-0', 'executed', 98_50, { elsewhere: 'counted' })],
      { types: [], status: 'failed', gross: 0, net: 0 },
    ],
    [
      'an executed one under our key, where the one that is known is undone',
      [...sent, example.accepted],
      [own('rejected'), journal('j-0', 'executed', 98_50)],
      { types: ['DepositCompleted'], status: 'completed', gross: 100_00, net: 98_50 },
    ],
    [
      'one that took it back, and is named as another’s now',
      [...credited, mirrored],
      [own(), back(98_50, { journalKey: 'd-2' })],
      { types: ['DepositAdjusted'], status: 'completed', gross: 100_00, net: 98_50 },
    ],
    [
      'one that took it back, and is not named any more',
      [...credited, mirrored],
      [own(), back(98_50, { journalKey: null })],
      { types: [], status: 'reversed', gross: 0, net: 0 },
    ],
    [
      'a second credit under our key, which is for people to see',
      credited,
      [own(), journal('j-2', 'executed', 98_50)],
      { types: [], gross: 100_00, net: 98_50 },
    ],
    [
      'what returns what took it back',
      [...credited, mirrored],
      [own(), back(98_50), journal('j-3', 'executed', 98_50, { journalKey: 'm-1' })],
      { types: ['DepositAdjusted'], status: 'completed', gross: 100_00, net: 98_50 },
    ],
    [
      'neither a second credit nor what takes a part of the money back, while the rest is too much',
      credited,
      [own(), back(40_00), journal('j-2', 'executed', 98_50)],
      { types: [], gross: 100_00, net: 98_50 },
    ],
    [
      'neither of a second credit and what takes it back in parts',
      credited,
      [
        ...[own(), journal('j-2', 'executed', 7_00), back(3_00, { names: 'j-2' })],
        back(4_00, { id: 'm-2', names: 'j-2' }),
      ],
      { types: [], gross: 100_00, net: 98_50 },
    ],
    [
      'none of two second credits and what takes both back',
      credited,
      [...[own(), journal('j-2', 'executed', 7_00), journal('j-3', 'executed', 9_00)], back(16_00)],
      { types: [], gross: 100_00, net: 98_50 },
    ],
    [
      'a second credit and what takes back more than that',
      credited,
      [own(), journal('j-2', 'executed', 7_00), back(10_00, { names: 'j-2' })],
      { types: ['DepositAdjusted'], gross: 97_00, net: 95_50 },
    ],
    [
      'a second credit, and what takes more back than that and all of the first',
      credited,
      [own(), journal('j-2', 'executed', 7_00), back(105_50, { names: 'j-2' })],
      { types: ['DepositReversed'], gross: 0, net: 0 },
    ],
    [
      'a second credit that cannot be told from what was taken back before',
      [...credited, adjustedBy('m-1', -40_00)],
      [own(), back(40_00), journal('j-2', 'executed', 30_00)],
      { types: ['DepositAdjusted'], gross: 90_00, net: 88_50 },
    ],
    [
      'a second credit under our key, once all of the first is taken back by others',
      credited,
      [own(), back(40_00), back(58_50, { id: 'm-2' }), journal('j-2', 'executed', 98_50)],
      { types: [], gross: 100_00, net: 98_50 },
    ],
    [
      'neither of a second credit and what takes as much back',
      credited,
      [own(), back(10_00), journal('j-2', 'executed', 10_00)],
      { types: [], gross: 100_00, net: 98_50 },
    ],
    [
      'two of three alike, of which one is taken back',
      credited,
      [
        ...[own(), back(10_00), journal('j-2', 'executed', 10_00)],
        ...[back(40_00, { id: 'm-2' }), back(58_50, { id: 'm-3' })],
        journal('j-3', 'executed', 10_00),
      ],
      { types: ['DepositAdjusted'], gross: 11_50, net: 10_00 },
    ],
    [
      'a second credit over what was taken back before',
      [...credited, adjustedBy('m-1', -40_00)],
      [own(), back(40_00), journal('j-2', 'executed', 40_00)],
      { types: ['DepositAdjusted'], gross: 100_00, net: 98_50 },
    ],
    [
      'one of two second credits over what was taken back before',
      [...credited, adjustedBy('m-1', -40_00)],
      [own(), back(40_00), journal('j-2', 'executed', 40_00), journal('j-3', 'executed', 40_00)],
      { types: ['DepositAdjusted'], gross: 100_00, net: 98_50 },
    ],
    [
      'two second credits over what was taken back before, once one is taken back',
      [...credited, adjustedBy('m-1', -40_00)],
      [
        ...[own(), back(40_00), journal('j-2', 'executed', 40_00)],
        ...[journal('j-3', 'executed', 40_00), back(40_00, { id: 'm-2', names: 'j-3' })],
      ],
      { types: ['DepositAdjusted'], gross: 100_00, net: 98_50 },
    ],
    [
      'nothing that another deposit counts, though as much was taken back before',
      [...credited, adjustedBy('m-1', -40_00)],
      [own(), back(40_00), journal('j-2', 'executed', 40_00, { elsewhere: 'counted' })],
      { types: [], gross: 60_00, net: 58_50 },
    ],
    [
      'what takes the first back, beside what takes a second one of as much back by its name',
      credited,
      [
        ...[own(), back(40_00), journal('j-2', 'executed', 40_00)],
        back(40_00, { id: 'm-2', names: 'j-2' }),
      ],
      { types: ['DepositAdjusted'], gross: 60_00, net: 58_50 },
    ],
    [
      'what takes the first back, beside a second one that moved no money',
      credited,
      [own(), journal('j-2', 'canceled', 98_50), back(98_50)],
      { types: ['DepositReversed'], gross: 0, net: 0 },
    ],
    [
      'no second credit over what will be taken back',
      credited,
      [...[own(), journal('j-2', 'executed', 40_00)], back(40_00, { status: 'queued' })],
      { types: [], gross: 100_00, net: 98_50 },
    ],
    [
      'no credit that another deposit counts, though the first is taken back',
      credited,
      [own('canceled'), journal('j-2', 'executed', 98_50, { elsewhere: 'counted' })],
      { types: ['DepositReversed'], gross: 0, net: 0 },
    ],
    [
      'a second credit that another deposit gave up, for a person had said that it is none too many',
      credited,
      [own(), journal('j-2', 'executed', 10_00, { elsewhere: 'given up' })],
      { types: ['DepositAdjusted'], gross: 110_00, net: 108_50 },
    ],
    [
      'what such a credit returns later, too',
      [...credited, adjustedBy('j-2', 10_00, { given: ['j-2'] }), adjustedBy('m-1', -10_00)],
      [
        ...[own(), journal('j-2', 'executed', 10_00), back(10_00)],
        journal('j-3', 'executed', 10_00),
      ],
      { types: ['DepositAdjusted'], gross: 110_00, net: 108_50 },
    ],
    [
      'what a credit that a person matched was corrected to',
      [...credited, adjustedBy('j-2', 7_00, MATCHED)],
      [own(), journal('j-2', 'correct', 7_00), journal('j-3', 'executed', 9_00)],
      { types: ['DepositAdjusted'], gross: 109_00, net: 107_50 },
    ],
    [
      'what returns a part that was taken back',
      [...credited, adjustedBy('m-1', -40_00)],
      [own(), back(40_00), journal('j-3', 'executed', 40_00, { journalKey: 'm-1' })],
      { types: ['DepositAdjusted'], gross: 100_00, net: 98_50 },
    ],
    [
      'nothing of such a return that another deposit counts',
      [...credited, adjustedBy('m-1', -40_00)],
      [
        ...[own(), back(40_00)],
        journal('j-3', 'executed', 40_00, { journalKey: 'm-1', elsewhere: 'counted' }),
      ],
      { types: [], gross: 60_00, net: 58_50 },
    ],
    [
      'a second credit under our key beside what a person matched, once the first is undone',
      [...credited, adjustedBy('h-1', 10_00)],
      [
        ...[own('canceled'), journal('h-1', 'executed', 10_00, { journalKey: null })],
        journal('j-2', 'executed', 98_50),
      ],
      { types: ['DepositAdjusted'], gross: 110_00, net: 108_50 },
    ],
    [
      'one of two second credits, once the first is undone',
      credited,
      [...[own('canceled'), journal('j-2', 'executed', 98_50)], journal('j-3', 'executed', 98_50)],
      { types: ['DepositAdjusted'], gross: 100_00, net: 98_50 },
    ],
    [
      'what returns, in parts, what was taken back, and no more than that',
      [...credited, mirrored],
      [
        ...[own(), back(98_50), journal('j-2', 'executed', 50_00)],
        ...[journal('j-3', 'executed', 48_50), journal('j-4', 'executed', 7_00)],
      ],
      { types: ['DepositAdjusted'], gross: 100_00, net: 98_50 },
    ],
    [
      'what returns a part, and what takes some of that back',
      [...credited, mirrored],
      [
        ...[own(), back(98_50), journal('j-2', 'executed', 50_00)],
        back(10_00, { id: 'm-2', names: 'j-2' }),
      ],
      { types: ['DepositAdjusted'], net: 40_00 },
    ],
    [
      'what returns more, and what takes that back',
      [...credited, mirrored],
      [
        ...[own(), back(98_50), journal('j-2', 'executed', 108_50)],
        back(10_00, { id: 'm-2', names: 'j-2' }),
      ],
      { types: ['DepositAdjusted'], gross: 100_00, net: 98_50 },
    ],
    [
      'neither of a second credit and what takes as much back, after a part was taken back',
      [...credited, adjustedBy('m-1', -40_00)],
      [
        ...[own(), back(40_00), journal('j-2', 'executed', 10_00)],
        back(10_00, { id: 'm-2', names: 'j-2' }),
      ],
      { types: [], gross: 60_00, net: 58_50 },
    ],
    [
      'what is undone of what took a part back, beside a second credit',
      [...credited, adjustedBy('m-1', -40_00)],
      [own(), back(40_00, { status: 'canceled' }), journal('j-2', 'executed', 98_50)],
      { types: ['DepositAdjusted'], gross: 100_00, net: 98_50 },
    ],
    [
      'what a second credit was corrected to, once the first is undone',
      credited,
      [...[own('canceled'), journal('j-2', 'correct', 98_50)], journal('j-3', 'executed', 120_00)],
      { types: ['DepositAdjusted'], net: 120_00 },
    ],
    [
      'a second credit, over what is left to what was corrected',
      [...credited, correctedTo60],
      [own('correct'), journal('j-2', 'executed', 60_00), journal('j-3', 'executed', 38_50)],
      { types: ['DepositAdjusted'], net: 98_50 },
    ],
    [
      'all of what returns what was taken of more, which the first was corrected to',
      [...credited, correctedTo120, adjustedBy('m-1', -98_50)],
      [
        ...[own('correct'), journal('j-2', 'executed', 120_00), back(98_50)],
        journal('j-3', 'executed', 98_50),
      ],
      { types: ['DepositAdjusted'], net: 120_00 },
    ],
    [
      'what the first was corrected to, rather than a second credit that was taken back',
      credited,
      [
        ...[own('correct'), journal('j-2', 'executed', 98_50), back(98_50, { names: 'j-2' })],
        journal('j-3', 'executed', 120_00),
      ],
      { types: ['DepositAdjusted'], net: 120_00 },
    ],
    [
      'what the first was corrected to, of which a part was taken back before that was seen',
      credited,
      [own('correct'), journal('j-2', 'executed', 120_00), back(10_00, { names: 'j-2' })],
      { types: ['DepositAdjusted'], net: 110_00 },
    ],
    [
      'what returns what was taken of what the first was corrected to, and that in full',
      [...credited, correctedTo120, adjustedBy('m-1', -120_00)],
      [
        ...[own('correct'), journal('j-2', 'executed', 120_00), back(120_00, { names: 'j-2' })],
        ...[journal('j-3', 'executed', 98_50), journal('j-4', 'executed', 21_50)],
      ],
      { types: ['DepositAdjusted'], net: 120_00 },
    ],
    [
      'what the credit in the place of the first was corrected to',
      [...credited, reversed, adjustedBy('j-2', 98_50)],
      [...[own('canceled'), journal('j-2', 'correct', 98_50)], journal('j-3', 'executed', 120_00)],
      { types: ['DepositAdjusted'], net: 120_00 },
    ],
    [
      'no second credit beside one that a person matched in the place of the first',
      [...credited, reversed, adjustedBy('h-1', 98_50, MATCHED)],
      [
        ...[own('canceled'), journal('h-1', 'executed', 98_50, { journalKey: null })],
        journal('j-2', 'executed', 98_50),
      ],
      { types: [], net: 98_50 },
    ],
    [
      'what a person matched in the place of what was matched before, and that returned',
      [
        ...[...credited, adjustedBy('h-1', 20_00, MATCHED), adjustedBy('h-1', 0, NO_MORE)],
        ...[adjustedBy('h-2', 25_00, MATCHED), adjustedBy('m-1', -25_00)],
      ],
      [
        ...[own(), journal('h-1', 'canceled', 20_00, { journalKey: null })],
        ...[journal('h-2', 'executed', 25_00, { journalKey: null }), back(25_00)],
        journal('j-2', 'executed', 25_00),
      ],
      { types: ['DepositAdjusted'], net: 123_50 },
    ],
    [
      'what a person matched beside the first, which was corrected to more and back, and what returned that',
      [
        ...[...credited, correctedTo120, adjustedBy('j-2', 0, NO_MORE_OF_120)],
        ...[adjustedBy('j-3', 98_50), adjustedBy('h-1', 7_00, MATCHED), adjustedBy('m-1', -7_00)],
      ],
      [
        ...[own('correct'), journal('j-2', 'correct', 120_00), journal('j-3', 'executed', 98_50)],
        ...[journal('h-1', 'executed', 7_00, { journalKey: null }), back(7_00)],
        journal('j-4', 'executed', 7_00),
      ],
      { types: ['DepositAdjusted'], net: 105_50 },
    ],
    [
      'a second credit that returns what a person matched above what was asked for',
      [...credited, adjustedBy('h-1', 10_00, MATCHED), adjustedBy('m-1', -10_00)],
      [
        ...[own(), journal('h-1', 'executed', 10_00, { journalKey: null })],
        ...[back(10_00), journal('j-2', 'executed', 10_00)],
      ],
      { types: ['DepositAdjusted'], net: 108_50 },
    ],
    [
      'what returns a part of more than was asked for, which the first was corrected to',
      [...credited, correctedTo120],
      [
        ...[own('correct'), journal('j-2', 'executed', 120_00), back(10_00)],
        journal('j-3', 'executed', 10_00),
      ],
      { types: [], net: 120_00 },
    ],
    [
      'that once it is seen that a part was taken back',
      [...credited, correctedTo120, adjustedBy('m-1', -10_00)],
      [
        ...[own('correct'), journal('j-2', 'executed', 120_00), back(10_00)],
        journal('j-3', 'executed', 10_00),
      ],
      { types: ['DepositAdjusted'], net: 120_00 },
    ],
    [
      'what the first was corrected to, and no doubled one beside it, whichever comes first',
      credited,
      [...[own('correct'), journal('j-3', 'executed', 7_00)], journal('j-2', 'executed', 120_00)],
      { types: ['DepositAdjusted'], net: 120_00 },
    ],
    [
      'what the first was corrected to, and no larger one',
      credited,
      [...[own('correct'), journal('j-3', 'executed', 500_00)], journal('j-2', 'executed', 90_00)],
      { types: ['DepositAdjusted'], net: 90_00 },
    ],
    [
      'what the first was corrected to, beside what a person matched',
      [...credited, adjustedBy('h-1', 7_00)],
      [
        ...[own('correct'), journal('h-1', 'executed', 7_00, { names: null })],
        journal('j-2', 'executed', 120_00),
      ],
      { types: ['DepositAdjusted'], net: 127_00 },
    ],
    [
      'what returns the first, beside what a person matched',
      [...credited, adjustedBy('h-1', 7_00), adjustedBy('m-1', -98_50)],
      [
        ...[own(), journal('h-1', 'executed', 7_00, { names: null }), back(98_50)],
        journal('j-2', 'executed', 98_50),
      ],
      { types: ['DepositAdjusted'], net: 105_50 },
    ],
    [
      'no second credit over more than that',
      [...credited, correctedTo60],
      [own('correct'), journal('j-2', 'executed', 60_00), journal('j-3', 'executed', 40_00)],
      { types: [], net: 60_00 },
    ],
    [
      'what names its own journal, which is for people to see',
      credited,
      [own(), journal('j-3', 'executed', 98_50, { journalKey: 'j-1' })],
      { types: [], gross: 100_00, net: 98_50 },
    ],
    [
      'a second credit under our key, once the first is taken back',
      credited,
      [own('canceled'), journal('j-2', 'executed', 98_50)],
      { types: ['DepositAdjusted'], status: 'completed', gross: 100_00, net: 98_50 },
    ],
    [
      'a second credit under our key that is corrected, which is for people to see, too',
      credited,
      [own(), journal('j-2', 'correct', 98_50), journal('j-3', 'executed', 60_00)],
      { types: [], gross: 100_00, net: 98_50 },
    ],
    [
      'those of another account, or under another key',
      credited,
      [own(), back(98_50, { accountId: 'a-2' }), back(98_50, { journalKey: null })],
      { types: [], gross: 100_00, net: 98_50 },
    ],
  ])('come to what the broker holds: %s', (_, history, listed, expected) =>
    expect(after(history, listed)).toMatchObject(expected),
  );

  it.each(['rejected', 'refused', 'canceled', 'deleted'])('fail one that is %s', (status) => {
    const reason = `The broker says ${status}`;
    for (const history of [sent, [...sent, example.accepted]])
      given(deposits, ...history)
        .when(recordJournals([own(status)], noon))
        .then({ ...failed, data: { ...failed.data, reason } } as DepositEvent);
  });

  it.each([
    ['was executed before', true, ['DepositCompleted', 'DepositReversed']],
    ['never was', false, ['DepositFailed']],
  ])('tell of one that is canceled, and %s', (_, wasExecuted, types) => {
    for (const amount of [98_50, 98_49])
      given(deposits, ...sent, example.accepted)
        .when(recordJournals([journal('j-1', 'canceled', amount)], noon, null, wasExecuted))
        .thenTypes(...types);
  });

  it.each<[string, readonly DepositEvent[], string, boolean]>([
    ['canceled before anybody looked', sent, 'canceled', true],
    ['canceled after its failure', [...sent, failed], 'canceled', true],
    ['known and failed by it', [...sent, example.accepted, failed], 'canceled', false],
    ['corrected', sent, 'correct', false],
    ['executed', sent, 'executed', false],
    ['canceled once it was credited', credited, 'canceled', false],
  ])('leave it open whether it was executed: %s', (_, history, status, isOpen) => {
    const found = undoneUnseen(given(deposits, ...history).state, [own(status)]);
    expect(found?.id ?? null).toBe(isOpen ? 'j-1' : null);
  });

  it('are recorded once, in whatever order they are listed', () => {
    const listed = [journal('j-2', 'executed', 60_00), own('correct')];
    for (const each of [listed, listed.toReversed()])
      given(deposits, ...credited)
        .when(recordJournals(each, noon))
        .thenTypes('DepositAdjusted');
    given(deposits, ...credited, adjusted)
      .when(recordJournals(listed, noon))
      .thenNothing();
  });

  it('say by which of several the credit changed last, and what is left of it', () => {
    const listed = [own(), back(10_00), back(20_00, { id: 'm-2' })];
    const [event] = recordJournals(listed, noon)(given(deposits, ...credited).state);
    expect(event).toMatchObject({
      type: 'DepositAdjusted',
      data: {
        journalId: 'm-2',
        reason: 'The broker changed the credit: the user has 68.50 of it',
        credits: [
          { journalId: 'm-1', amountCents: -10_00n },
          { journalId: 'm-2', amountCents: -20_00n },
        ],
      },
    });
  });

  it('say how much more was taken back than was credited', () => {
    expect(overdrawn).toMatchObject({
      type: 'DepositReversed',
      data: {
        ...{ amountCents: 130_00n, feeCents: 1_50n },
        reason: 'The broker took the credit back, and 30.00 more than it was',
      },
    });
  });

  it('count by a person’s word where they name no deposit', () => {
    const listed = [own(), back(98_50, { journalKey: null })];
    const match = { ...person, journalId: 'm-1' };
    const [event] = recordJournals(listed, noon, match)(given(deposits, ...credited).state);
    const { by, reason } = match;
    expect(event).toMatchObject({ type: 'DepositReversed', data: { matched: { by, reason } } });
    given(deposits, ...credited, event!)
      .when(recordJournals(listed, noon))
      .thenNothing();
    const undone = [own(), back(98_50, { journalKey: null, status: 'canceled' })];
    given(deposits, ...credited, event!)
      .when(recordJournals(undone, noon))
      .thenTypes('DepositAdjusted');
  });

  it('count by a person’s word where they credit more, under another key', () => {
    const listed = [own(), journal('j-9', 'executed', 10_00, { journalKey: null })];
    given(deposits, ...credited)
      .when(recordJournals(listed, noon))
      .thenNothing();
    const match = { ...person, journalId: 'j-9' };
    const events = recordJournals(listed, noon, match)(given(deposits, ...credited).state);
    expect(events).toMatchObject([
      {
        type: 'DepositAdjusted',
        data: { journalId: 'j-9', amountCents: 10_00n, matched: { by: 'staff:s-1' } },
      },
    ]);
    expect(after([...credited, ...events], listed)).toMatchObject({ types: [], net: 108_50 });
  });

  it('count by a person’s word where the deposit’s own is over another amount', () => {
    const [less, match] = [journal('j-1', 'executed', 98_49), { ...person, journalId: 'j-1' }];
    const history = [...sent, acceptedAs('j-1')];
    const events = recordJournals([less], noon, match)(given(deposits, ...history).state);
    expect(events).toMatchObject([
      { type: 'DepositCompleted', data: { amountCents: 100_00n } },
      {
        type: 'DepositAdjusted',
        data: { amountCents: -1n, feeCents: 0n, matched: { by: 'staff:s-1' } },
      },
    ]);
    const booked = [...history, ...events];
    expect(after(booked, [less])).toMatchObject({ types: [], gross: 99_99, net: 98_49 });
    given(deposits, ...booked)
      .when(recordJournal({ kind: 'journal', journal: less }, noon))
      .thenNothing();
    expect(after(booked, [less, back(98_49)])).toMatchObject({
      status: 'reversed',
      gross: 0,
      net: 0,
    });
    expect(() => after(booked, [journal('j-1', 'executed', 98_48)])).toThrow('is over 98.48');
  });

  it('count by nobody’s word for more than was credited', () => {
    const match = { ...person, journalId: 'm-1' };
    const listed = [own(), back(98_51, { journalKey: null })];
    expect(() => recordJournals(listed, noon, match)(given(deposits, ...credited).state)).toThrow(
      'more was taken back than was credited, by journal m-1',
    );
  });

  it.each([
    ['the send', 'executed'],
    ['a look', 'activity_created'],
  ])('are not changed by a late answer to %s, from before they were', (_, status) => {
    const late = { kind: 'journal', journal: own(status) } as const;
    for (const history of [
      [...credited, adjusted],
      [...credited, reversed],
    ])
      given(deposits, ...history)
        .when(recordJournal(late, noon))
        .thenNothing();
  });

  it.each([
    ['another amount than was asked for', [journal('j-1', 'executed', 98_49)], 'is over 98.49'],
    ['parts of a cent', [own(), back(0, { amount: null })], 'm-1 is over no whole US cents'],
  ])('are never booked over %s', (_, listed, message) =>
    expect(() => recordJournals(listed, noon)(given(deposits, ...credited).state)).toThrow(message),
  );

  it('are kept apart from doubled ones where another deposit gave them up', () => {
    const listed = [own(), journal('j-2', 'executed', 10_00, { elsewhere: 'given up' })];
    const events = recordJournals(listed, noon)(given(deposits, ...credited).state);
    expect(events).toMatchObject([{ data: { given: ['j-2'] } }]);
  });

  it('say nothing of a deposit that was never asked for, or has none', () => {
    given(deposits)
      .when(recordJournals([own()], noon))
      .thenNothing();
    given(deposits, ...sent)
      .when(recordJournals([], noon))
      .thenNothing();
  });
});

describe('reviewing what was completed late', () => {
  const late = [...sent, failed, completedLate] as const;
  const review = reviewDeposit('The partner knows', 'staff:s-1', noon);
  it('is recorded', () =>
    given(deposits, ...late)
      .when(review)
      .then(example.reviewed));
  it.each([
    ['again', [...late, example.reviewed]],
    ['of what was completed in time', credited],
  ])('%s changes nothing', (_, history) =>
    given(deposits, ...history)
      .when(review)
      .thenNothing(),
  );
  it('of what is not there is refused', () =>
    given(deposits).when(review).thenRefused('transaction_not_found'));
  it('is due until then', () => {
    expect(given(deposits, ...late).state).toMatchObject({ isToBeReviewed: true });
    expect(given(deposits, ...late, example.reviewed).state).toMatchObject({
      isToBeReviewed: false,
    });
  });
});
