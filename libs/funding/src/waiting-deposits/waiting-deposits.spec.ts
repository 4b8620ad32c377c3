import { describe, expect, it } from '@jest/globals';
import { projected } from '../../../../test/support/given.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import * as example from '../deposit/deposit.examples.js';
import { FLIGHT, IN_LINE, UNDER_WAY, waitingDeposits } from './waiting-deposits.projection.js';

const { accepted, completed, delayed, failed, requested, reversed, started } = example;

const of = (depositId: string, ...events: DepositEvent[]) =>
  events.map((event) => ({ ...event, data: { ...event.data, depositId } }) as DepositEvent);
const models = (...events: DepositEvent[]) => projected(waitingDeposits, ...events);
const inLine = (...events: DepositEvent[]) => Object.keys(models(...events).indexes[IN_LINE] ?? {});

describe('the line before the pre-funded account', () => {
  it('is empty while all goes well', () =>
    expect(inLine(requested, started, accepted, completed)).toEqual([]));
  it.each([
    ['a refused try', [started, delayed]],
    ['others before it', [delayed]],
  ])('takes a deposit in after %s', (_, events) =>
    expect(inLine(requested, ...events)).toEqual(['d-1']),
  );
  it.each([
    ['it is tried again', [delayed, started]],
    ['it completes', [delayed, started, completed]],
    ['it fails', [delayed, failed]],
  ])('lets a deposit go when %s', (_, events) => expect(inLine(requested, ...events)).toEqual([]));
  it('keeps the order in which deposits were asked, not that in which they joined', () => {
    const { indexes } = models(
      ...of('first', requested),
      ...of('second', requested, delayed),
      ...of('first', started, delayed),
    );
    expect(indexes[IN_LINE]).toEqual({ first: 1n, second: 2n });
  });
  it.each([
    ['98.50 for one that waits', [requested, started, delayed], '9850'],
    ['nothing for one that ended', [requested, started, completed, reversed], '0'],
    ['nothing for one that failed', [requested, delayed, failed], '0'],
  ])('needs %s', (_, events, netCents) =>
    expect(models(...events).docs[FLIGHT]).toEqual({ netCents }),
  );
  it('forgets those that ended', () => {
    const { docs, indexes } = models(requested, started, completed);
    expect(Object.keys(docs)).toEqual([FLIGHT]);
    expect(indexes[UNDER_WAY]).toEqual({});
  });
});
