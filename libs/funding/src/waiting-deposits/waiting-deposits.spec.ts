import { describe, expect, it } from '@jest/globals';
import { rowsAfter } from '../../../../test/support/given.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import * as example from '../deposit/deposit.examples.js';
import { IN_LINE, waitingDeposits } from './waiting-deposits.projection.js';

const { accepted, completed, delayed, failed, requested, reversed, started } = example;

const of = (depositId: string, ...events: DepositEvent[]) =>
  events.map((event) => ({ ...event, data: { ...event.data, depositId } }) as DepositEvent);
const rows = (...events: DepositEvent[]) =>
  rowsAfter(waitingDeposits, ...events)['waitingDeposits'] ?? [];
const inLine = (...events: DepositEvent[]) =>
  rows(...events).flatMap(({ state, depositId }) => (state === IN_LINE ? [depositId] : []));

describe('the funding queue', () => {
  it('is empty while the account covers all deposits', () =>
    expect(inLine(requested, started, accepted, completed)).toEqual([]));
  it.each([
    ['a rejected attempt', [started, delayed]],
    ['other deposits before it', [delayed]],
  ])('adds a deposit after %s', (_, events) =>
    expect(inLine(requested, ...events)).toEqual(['d-1']),
  );
  it.each([
    ['it is tried again', [delayed, started]],
    ['the broker has its journal', [delayed, accepted]],
    ['it completes', [delayed, started, completed]],
    ['it fails', [delayed, failed]],
  ])('removes a deposit when %s', (_, events) => expect(inLine(requested, ...events)).toEqual([]));
  it('orders deposits by the time of their request', () => {
    const found = rows(
      ...of('first', requested),
      ...of('second', requested, delayed),
      ...of('first', started, delayed),
    );
    expect(found).toMatchObject([
      { depositId: 'first', place: 1n, state: IN_LINE },
      { depositId: 'second', place: 2n, state: IN_LINE },
    ]);
  });
  it.each([
    ['98.50 for a waiting deposit', [requested, started, delayed], [98_50n]],
    ['zero for a reversed deposit', [requested, started, completed, reversed], []],
    ['zero for a failed deposit', [requested, delayed, failed], []],
  ])('needs %s', (_, events, netCents) =>
    expect(rows(...events).map((row) => row['netCents'])).toEqual(netCents),
  );
});
