import type { Cents } from '#kernel/money.js';

/** `stays`: stays accepted until a control request changes it. */
type Course = 'fills' | 'fills-in-two-parts' | 'stays';

export type Exchange = 'NASDAQ' | 'NYSE' | 'ARCA';

export type Asset = {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly exchange: Exchange;
  /** Price per share. */
  readonly price: Cents;
  readonly tradable: boolean;
  readonly fractionable: boolean;
  readonly course: Course;
};

/** Most bytes of a symbol. They are the last part of the asset's id. */
const SYMBOL_BYTES = 6;

/** Returns the same id for a symbol in every sandbox. */
export const assetIdOf = (symbol: string): string => {
  const bytes = Buffer.alloc(SYMBOL_BYTES);
  bytes.write(symbol, 'latin1');
  return `a55e7000-0000-4000-8000-${bytes.toString('hex')}`;
};

export const assetBody = ({ id, exchange, symbol, name, tradable, fractionable }: Asset) => ({
  id,
  class: 'us_equity',
  exchange,
  symbol,
  name,
  status: 'active',
  tradable,
  marginable: tradable,
  shortable: tradable,
  borrow_status: tradable ? 'easy_to_borrow' : 'hard_to_borrow',
  fractionable,
  margin_requirement_long: '30',
  margin_requirement_short: '30',
  attributes: [],
});
