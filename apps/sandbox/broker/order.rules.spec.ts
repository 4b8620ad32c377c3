import { describe, expect, it } from '@jest/globals';
import { billionths, billionthsFromDecimal, cents, centsFromDecimal } from '#kernel/money.js';
import type { Asset } from '../market/asset.js';
import { LISTED } from '../market/assets.js';
import { BrokerError } from './broker-error.js';
import { firstPart, type OrderContext, orderSchema, planOf } from './order.rules.js';
import { valueOf } from './price.rules.js';

const find = (symbol: string): Asset => LISTED.find((asset) => asset.symbol === symbol)!;

const RICH: OrderContext = {
  available: centsFromDecimal('1000000.00'),
  owned: billionthsFromDecimal('10'),
  ownedAvailable: billionthsFromDecimal('4'),
  canShort: false,
};

const plan = (order: object, means: OrderContext = RICH) => {
  const body = { symbol: 'AAPL', side: 'buy', type: 'market', time_in_force: 'day', ...order };
  const request = orderSchema.parse(body);
  return planOf(request, find(request.symbol), means);
};

const refusalOf = (order: object, means: OrderContext = RICH) => {
  try {
    plan(order, means);
  } catch (error) {
    if (error instanceof BrokerError)
      return { status: error.status, message: error.message, ...error.more };
    throw error;
  }
  return null;
};

describe('the plan of an order', () => {
  it('buys whole billionths of a share, never for more than the amount', () => {
    const { quantity, heldCents } = plan({ symbol: 'NVDA', notional: '100.00' });
    expect(quantity).toBe(833_333_333n);
    expect(heldCents).toBe(100_00n);
    expect(valueOf(quantity, find('NVDA').price)).toBe(100_00n);
  });

  it('holds the value of a quantity, rounded half to even', () => {
    expect(plan({ symbol: 'AAPL', qty: '1.5' }).heldCents).toBe(300_00n);
    expect(valueOf(billionths(1_500_000n), find('PART').price)).toBe(2n);
    expect(valueOf(billionths(2_500_000n), find('PART').price)).toBe(2n);
  });

  it('holds the shares of a sale and no cash', () => {
    expect(plan({ side: 'sell', qty: '4' })).toEqual({
      quantity: 4_000_000_000n,
      heldCents: 0n,
      heldQuantity: 4_000_000_000n,
    });
  });

  describe('of an account that may go short', () => {
    const short = { ...RICH, canShort: true };

    it('holds buying power for the shares that it does not hold', () => {
      expect(plan({ side: 'sell', qty: '5' }, short)).toMatchObject({
        heldCents: 200_00n,
        heldQuantity: 5_000_000_000n,
      });
    });

    it('rejects fractions and more than the buying power', () => {
      const poor = { ...short, available: cents(199_99n) };
      expect(refusalOf({ side: 'sell', qty: '4.5' }, short)).toEqual({
        status: 422,
        message: 'fractional orders cannot be sold short',
      });
      expect(refusalOf({ side: 'sell', qty: '5' }, poor)?.message).toBe(
        'insufficient buying power',
      );
    });

    it('buys shares back without buying power', () => {
      const owned = billionthsFromDecimal('-2');
      const owing = { ...short, owned, ownedAvailable: owned, available: cents(0n) };
      expect(plan({ qty: '2' }, owing).heldCents).toBe(0n);
      expect(refusalOf({ qty: '3' }, owing)).toMatchObject({ cost_basis: '200.00' });
    });
  });

  it('divides a quantity in two, unless it is too small', () => {
    expect(firstPart(billionths(3n))).toBe(1n);
    expect(firstPart(billionths(1n))).toBe(0n);
  });
});

describe('a rejected order', () => {
  it('exceeds the buying power, and the error names both amounts', () => {
    const poor = { ...RICH, available: cents(199_99n) };
    expect(refusalOf({ qty: '1' }, poor)).toEqual({
      status: 403,
      message: 'insufficient buying power',
      buying_power: '199.99',
      cost_basis: '200.00',
    });
    expect(refusalOf({ qty: '1' }, { ...RICH, available: cents(200_00n) })).toBeNull();
  });

  it('sells more than the available quantity', () => {
    expect(refusalOf({ side: 'sell', qty: '5' })).toEqual({
      status: 403,
      message: 'insufficient qty available for order (requested: 5, available: 4)',
      available: '4',
      existing_qty: '10',
      held_for_orders: '6',
      symbol: 'AAPL',
    });
  });

  it('has an asset that is not tradable or not fractionable', () => {
    expect(refusalOf({ symbol: 'HALT', qty: '1' })?.message).toBe('asset "HALT" is not tradable');
    const whole = { symbol: 'BRK.A', qty: '1' };
    expect(refusalOf(whole)).toBeNull();
    for (const fraction of [{ qty: '0.5' }, { notional: '600000.00' }])
      expect(refusalOf({ symbol: 'BRK.A', ...fraction })?.message).toBe(
        'asset "BRK.A" is not fractionable',
      );
  });

  it('buys for less than one dollar, but may sell for less', () => {
    expect(refusalOf({ notional: '0.99' })?.status).toBe(422);
    expect(refusalOf({ notional: '1.00' })).toBeNull();
    expect(refusalOf({ side: 'sell', notional: '0.99' })).toBeNull();
    expect(refusalOf({ side: 'sell', qty: '0' })?.status).toBe(422);
  });
});
