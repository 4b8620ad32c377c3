import { describe, expect, it } from '@jest/globals';
import {
  billionths,
  billionthsFromDecimal,
  cents,
  centsFromDecimal,
} from '#platform/core/money.js';
import { BrokerError } from './broker-error.js';
import { findAsset } from './market.js';
import { firstPart, type Means, orderSchema, planOf, valueOf } from './order.rules.js';

const RICH: Means = {
  available: centsFromDecimal('1000000.00'),
  owned: billionthsFromDecimal('10'),
  ownedAvailable: billionthsFromDecimal('4'),
};

const plan = (order: object, means: Means = RICH) => {
  const body = { symbol: 'AAPL', side: 'buy', type: 'market', time_in_force: 'day', ...order };
  const request = orderSchema.parse(body);
  return planOf(request, findAsset(request.symbol)!, means);
};

const refusalOf = (order: object, means: Means = RICH) => {
  try {
    plan(order, means);
  } catch (error) {
    if (error instanceof BrokerError)
      return { status: error.status, message: error.message, ...error.more };
    throw error;
  }
  return null;
};

describe('what an order comes to', () => {
  it('buys for an amount in full billionths of a share, never for more than the amount', () => {
    const { quantity, heldCents } = plan({ symbol: 'NVDA', notional: '100.00' });
    expect(quantity).toBe(833_333_333n);
    expect(heldCents).toBe(100_00n);
    expect(valueOf(quantity, findAsset('NVDA')!)).toBe(100_00n);
  });

  it('holds the value of a quantity, rounded half to even', () => {
    expect(plan({ symbol: 'AAPL', qty: '1.5' }).heldCents).toBe(300_00n);
    expect(valueOf(billionths(1_500_000n), findAsset('PART')!)).toBe(2n);
    expect(valueOf(billionths(2_500_000n), findAsset('PART')!)).toBe(2n);
  });

  it('holds the shares of a sale and no cash', () => {
    expect(plan({ side: 'sell', qty: '4' })).toEqual({
      quantity: 4_000_000_000n,
      heldCents: 0n,
      heldQuantity: 4_000_000_000n,
    });
  });

  it('divides in two, and leaves undivided what is too small', () => {
    expect(firstPart(billionths(3n))).toBe(1n);
    expect(firstPart(billionths(1n))).toBe(0n);
  });
});

describe('what is refused', () => {
  it('a buy beyond the buying power, naming both figures', () => {
    const poor = { ...RICH, available: cents(199_99n) };
    expect(refusalOf({ qty: '1' }, poor)).toEqual({
      status: 403,
      message: 'insufficient buying power',
      buying_power: '199.99',
      cost_basis: '200.00',
    });
    expect(refusalOf({ qty: '1' }, { ...RICH, available: cents(200_00n) })).toBeNull();
  });

  it('a sale of more than what is not promised already', () => {
    expect(refusalOf({ side: 'sell', qty: '5' })).toEqual({
      status: 403,
      message: 'insufficient qty available for order (requested: 5, available: 4)',
      available: '4',
      existing_qty: '10',
      held_for_orders: '6',
      symbol: 'AAPL',
    });
  });

  it('what cannot be traded, or not in fractions', () => {
    expect(refusalOf({ symbol: 'HALT', qty: '1' })?.message).toBe('asset "HALT" is not tradable');
    const whole = { symbol: 'BRK.A', qty: '1' };
    expect(refusalOf(whole)).toBeNull();
    for (const fraction of [{ qty: '0.5' }, { notional: '600000.00' }])
      expect(refusalOf({ symbol: 'BRK.A', ...fraction })?.message).toBe(
        'asset "BRK.A" is not fractionable',
      );
  });

  it('a buy under a dollar, but not such a sale', () => {
    expect(refusalOf({ notional: '0.99' })?.status).toBe(422);
    expect(refusalOf({ notional: '1.00' })).toBeNull();
    expect(refusalOf({ side: 'sell', notional: '0.99' })).toBeNull();
    expect(refusalOf({ side: 'sell', qty: '0' })?.status).toBe(422);
  });
});
