import { describe, expect, it } from '@jest/globals';
import type { ListedJournal } from '#platform/broker/broker-records.js';
import { cents } from '#platform/core/money.js';
import { given } from '../../../../test/support/given.js';
import type { DepositEvent } from './deposit.events.js';
import * as example from './deposit.examples.js';
import { type RequestedDeposit, deposits } from './deposit.state.js';
import { recordJournals } from './journals.decide.js';

const { noon, requested, started } = example;

/** Over the 98.50 that were asked for, unless another amount is given. */
const journal = (id: string, journalKey: string | null, status = 'executed', more: object = {}) =>
  ({
    ...{ id, status, journalKey, amount: cents(98_50), amountText: '98.50' },
    ...{ accountId: 'a-1', direction: 'to_user' },
    ...more,
  }) as ListedJournal;

/** The broker answered with the id of deposit d-9's journal. */
const told = {
  ...example.completed,
  data: { ...example.completed.data, journalId: 'j-9' },
} as DepositEvent;
const misnamed = [requested, started, told] as const;
const others = journal('j-9', 'd-9');
const own = (status = 'executed', more: object = {}) => journal('j-1', 'd-1', status, more);
const back = (amount: number, journalKey: string) =>
  journal('m-1', journalKey, 'executed', { direction: 'to_firm', amount: cents(amount) });
const reversedWithOther = recordJournals(
  [journal('j-9', 'd-9', 'canceled')],
  noon,
)(given(deposits, ...misnamed).state)[0]!;

const recorded = (
  history: readonly DepositEvent[],
  listed: readonly ListedJournal[],
  matched: string | null = null,
) => {
  const match =
    matched === null ? null : { journalId: matched, by: 'staff:s-1', reason: 'Support says so' };
  const events = recordJournals(listed, noon, match)(given(deposits, ...history).state);
  const { status, booked, credits, journalId } = given(deposits, ...history, ...events)
    .state as RequestedDeposit;
  const gross = Number(booked.amountCents);
  const net = Number(Object.values(credits).reduce((sum, each) => sum + each, 0n));
  const types = events.map(({ type }) => type);
  return { events, types, status, gross, net, journalId };
};

const TAKES_THE_PLACE = {
  ...{ types: ['DepositAdjusted'], status: 'completed', gross: 100_00, net: 98_50 },
  journalId: 'j-1',
};
const TAKEN_BACK = {
  ...{ types: ['DepositReversed'], status: 'reversed', gross: 0, net: 0 },
  journalId: 'j-1',
};
const STAYS = { types: [], status: 'completed', gross: 100_00, net: 98_50, journalId: 'j-9' };

describe('a deposit that was told another’s journal', () => {
  it.each<[string, readonly ListedJournal[], object]>([
    ['gets its own', [others, own()], TAKES_THE_PLACE],
    ['gets its own, if the other is nobody’s', [own()], TAKES_THE_PLACE],
    [
      'gets its own, if the other gives money back',
      [journal('j-9', null, 'executed', { direction: 'to_firm' }), own()],
      TAKES_THE_PLACE,
    ],
    [
      'gets its own, if the other is of another account',
      [journal('j-9', null, 'executed', { accountId: 'a-2' }), own()],
      TAKES_THE_PLACE,
    ],
    ['keeps it while its own is not decided', [others, own('queued')], STAYS],
    ['keeps it while none of its own is listed', [others], STAYS],
    ['keeps it while nothing is listed', [], STAYS],
    ['keeps it if that may be its own', [journal('j-9', null), own()], STAYS],
    ['keeps it if that is its own, too', [journal('j-9', 'd-1'), own()], STAYS],
    [
      'keeps it if the other is over another amount',
      [others, own('executed', { amount: cents(98_49) })],
      STAYS,
    ],
    [
      'keeps it if the other is of another account',
      [others, own('executed', { accountId: 'a-2' })],
      STAYS,
    ],
    ['is reversed with its own', [others, own('canceled')], TAKEN_BACK],
    ['keeps it beside an undone own, if the other is not listed', [own('canceled')], STAYS],
    [
      'gets the executed one of two of its own',
      [others, journal('j-0', 'd-1', 'canceled'), own()],
      TAKES_THE_PLACE,
    ],
    [
      'gets its own as corrected',
      [others, own('correct'), journal('j-2', 'd-1', 'executed', { amount: cents(60_00) })],
      { ...TAKES_THE_PLACE, gross: 61_50, net: 60_00 },
    ],
    [
      'gets its own as corrected, if the other is nobody’s',
      [own('correct'), journal('j-2', 'd-1', 'executed', { amount: cents(60_00) })],
      { ...TAKES_THE_PLACE, gross: 61_50, net: 60_00 },
    ],
    [
      'keeps what of its own was not taken back',
      [others, own(), back(40_00, 'j-1')],
      { ...TAKES_THE_PLACE, gross: 60_00, net: 58_50 },
    ],
    ['is reversed by what takes its own back', [others, own(), back(98_50, 'd-1')], TAKEN_BACK],
    [
      'keeps its own, whole, beside a debit that is told under the other’s id',
      [{ ...back(40_00, 'd-1'), id: 'j-9' }, own()],
      TAKES_THE_PLACE,
    ],
    [
      'keeps its own beside what takes the other back',
      [others, own(), back(98_50, 'j-9')],
      TAKES_THE_PLACE,
    ],
  ])('%s', (_, listed, expected) => expect(recorded(misnamed, listed)).toMatchObject(expected));

  it('gets back what was taken back from the other, for that is not its', () => {
    const { events } = recorded(misnamed, [back(40_00, 'j-9')]);
    expect(events).toMatchObject([{ type: 'DepositAdjusted', data: { journalId: 'm-1' } }]);
    expect(recorded([...misnamed, ...events], [others, own(), back(40_00, 'j-9')])).toMatchObject(
      TAKES_THE_PLACE,
    );
  });

  it('keeps what was taken back before', () => {
    const { events } = recorded(misnamed, [back(40_00, 'd-1')]);
    expect(events).toMatchObject([{ type: 'DepositAdjusted', data: { journalId: 'm-1' } }]);
    expect(recorded([...misnamed, ...events], [others, own()])).toMatchObject({
      ...{ ...TAKES_THE_PLACE, gross: 60_00, net: 58_50 },
    });
  });

  it('counts again once its own is seen, if it was reversed with the other', () =>
    expect(
      recorded([...misnamed, reversedWithOther], [journal('j-9', 'd-9', 'canceled'), own()]),
    ).toMatchObject(TAKES_THE_PLACE));

  it('stays reversed beside its own that is undone, too', () =>
    expect(
      recorded(
        [...misnamed, reversedWithOther],
        [journal('j-9', 'd-9', 'canceled'), own('canceled')],
      ),
    ).toMatchObject({ types: [], status: 'reversed', net: 0 }));

  it('says which journal has the place of which', () => {
    const [event] = recorded(misnamed, [others, own()]).events;
    expect(event).toMatchObject({
      data: {
        ...{ amountCents: 0n, feeCents: 0n, journalId: 'j-1', insteadOf: 'j-9', number: 1 },
        reason: 'The broker named another journal for the credit before',
        credits: [
          { journalId: 'j-9', amountCents: 0n },
          { journalId: 'j-1', amountCents: 98_50n },
        ],
      },
    });
  });

  it.each<[string, readonly ListedJournal[], object]>([
    ['whatever becomes of the other', [journal('j-9', 'd-9', 'canceled'), own()], { types: [] }],
    ['though the other is listed without its name', [journal('j-9', null), own()], { types: [] }],
    ['though the other is listed as its own', [journal('j-9', 'd-1'), own()], { types: [] }],
    ['though its own is not listed', [others], { types: [] }],
    ['until it is taken back', [others, own('canceled')], TAKEN_BACK],
  ])('has its own for good: %s', (_, listed, expected) => {
    const { events } = recorded(misnamed, [others, own()]);
    expect(recorded([...misnamed, ...events], listed)).toMatchObject({
      journalId: 'j-1',
      ...expected,
    });
  });

  it('stays reversed though the other is listed without its name', () => {
    const { events } = recorded(misnamed, [others, own('canceled')]);
    expect(
      recorded([...misnamed, ...events], [journal('j-9', null), own('canceled')]),
    ).toMatchObject({
      types: [],
      status: 'reversed',
      net: 0,
    });
  });

  it('is reversed by a person’s word where the other is nobody’s', () => {
    const taken = recorded(misnamed, [own('canceled')], 'j-1');
    expect(taken).toMatchObject(TAKEN_BACK);
    expect(taken.events).toMatchObject([{ data: { matched: { by: 'staff:s-1' } } }]);
    expect(taken.events[0]?.data).toHaveProperty('credits', [
      { journalId: 'j-9', amountCents: 0n },
      { journalId: 'j-1', amountCents: 0n },
    ]);
  });

  it('does not get its own by a person’s word before that is decided', () =>
    expect(() => recorded(misnamed, [others, own('queued')], 'j-1')).toThrow(
      '98.50 of it by journal j-9, which names d-9',
    ));

  it.each([
    ['is another’s', others],
    ['may be its own', journal('j-9', null)],
  ])('gets its own by a person’s word, and not twice, where the other %s', (_, other) =>
    expect(recorded(misnamed, [other, own()], 'j-1')).toMatchObject(TAKES_THE_PLACE),
  );
});

const rightly = [requested, started, example.completed] as const;
const corrected = () => recorded(rightly, [own('correct'), journal('j-2', 'd-1')]).events;

describe('a deposit whose own journal was corrected', () => {
  it('stays as it is while the corrected one is not listed', () =>
    expect(recorded([...rightly, ...corrected()], [journal('j-2', 'd-1')])).toMatchObject({
      ...{ types: [], status: 'completed', net: 98_50, journalId: 'j-1' },
    }));
});

describe('a journal that a person says is the deposit’s', () => {
  const byHand = (more: object = {}) =>
    journal('j-8', null, 'executed', { amount: cents(10_00), ...more });
  const matched = () => recorded(rightly, [own(), byHand()], 'j-8').events;
  const reversed = recorded(rightly, [own('canceled')]).events;

  it.each<[string, readonly DepositEvent[], readonly ListedJournal[], number]>([
    ['its own', rightly, [own()], 108_50],
    ['its own that was taken back, which need not be listed', [...rightly, ...reversed], [], 10_00],
    ['what took a part back, naming its journal', rightly, [own(), back(40_00, 'j-1')], 68_50],
    [
      'what took a part back, naming what corrected it',
      [...rightly, ...corrected()],
      [own('correct'), journal('j-2', 'd-1'), back(40_00, 'j-2')],
      68_50,
    ],
  ])('counts beside %s', (_, history, listed, net) =>
    expect(recorded(history, [...listed, byHand()], 'j-8')).toMatchObject({ net }),
  );

  it('counts no more once it names another', () =>
    expect(
      recorded([...rightly, ...matched()], [own(), byHand({ journalKey: 'd-2' })]),
    ).toMatchObject({ types: ['DepositAdjusted'], net: 98_50 }));

  it('is a repeat once it is booked, whatever is listed then', () =>
    expect(recorded([...rightly, ...matched()], [byHand()], 'j-8').types).toEqual([]));

  it('does not count beside another one that is listed no more', () =>
    expect(() =>
      recorded([...rightly, ...matched()], [own(), journal('j-7', null)], 'j-7'),
    ).toThrow('the books hold 10.00 of it by journal j-8, which the broker does not list'));
});
