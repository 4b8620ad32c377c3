import { describe, expect, it } from '@jest/globals';
import type { Position } from '#broker/broker-views.js';
import { cents } from '#kernel/money.js';
import { positionView, positionsView } from './position.view.js';

const asOf = '2026-03-16T12:00:00.000Z';
const held = (symbol: string, changes: Partial<Position> = {}): Position => ({
  symbol,
  quantity: '1.500000001',
  availableQuantity: '1',
  averageEntryPrice: '180.2512345',
  costBasis: cents(270_38),
  marketValue: cents(300_00),
  currentPrice: '200',
  previousClose: '198.5',
  unrealizedProfit: cents(29_62),
  ...changes,
});
const response = (...value: Position[]) => ({ value, asOf, stale: true });
const nameOf = (symbol: string) => `${symbol} Inc.`;

describe('positions as partners see them', () => {
  it('are sorted by symbol, with the broker’s digits', () =>
    expect(positionsView(response(held('MSFT'), held('AAPL')), nameOf)).toEqual({
      positions: ['AAPL', 'MSFT'].map((symbol) => ({
        symbol,
        name: `${symbol} Inc.`,
        qty: '1.500000001',
        qtyAvailable: '1',
        averageEntryPrice: '180.2512345',
        costBasis: '270.38',
        marketValue: '300.00',
        currentPrice: '200',
        previousClose: '198.5',
        unrealizedProfit: '29.62',
      })),
      asOf,
      stale: true,
    }));

  it('may be without a price', () => {
    const unpriced = { marketValue: null, currentPrice: null, unrealizedProfit: null };
    expect(positionsView(response(held('AAPL', unpriced)), nameOf).positions).toMatchObject([
      unpriced,
    ]);
  });
});

describe('one position', () => {
  it('has the age of the response', () =>
    expect(
      positionView(positionsView(response(held('MSFT'), held('AAPL')), nameOf), 'AAPL'),
    ).toMatchObject({
      ...{ symbol: 'AAPL', qty: '1.500000001', asOf, stale: true },
    }));
  it('that the user does not hold is null', () =>
    expect(positionView(positionsView(response(held('MSFT')), nameOf), 'AAPL')).toBeNull());
});
