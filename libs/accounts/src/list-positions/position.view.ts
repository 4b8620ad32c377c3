import { z } from 'zod';
import type { Position } from '#broker/broker-views.js';
import { list, object, text, usdText } from '#http/response-schemas.js';
import { type Cents, centsToDecimal } from '#kernel/money.js';
import type { Dated } from '../account-view/last-responses.js';
import { dating } from '../show-account/account.view.js';

const decimal = (about: string, example: string) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .meta({ description: about, examples: [example] });

const fields = {
  symbol: text('The symbol.', 'AAPL'),
  name: text('The name of the security. The symbol, if the broker lists no name.', 'Apple Inc.'),
  qty: decimal('Number of shares. Negative for a short position.', '1.5'),
  qtyAvailable: decimal('Shares that no open order sells.', '1.5'),
  averageEntryPrice: decimal('Average price of the purchases, in dollars.', '180.25'),
  costBasis: usdText('Cost of the position.', '270.38'),
  marketValue: usdText('Value at the current price. Null without a price.', '300.00').nullable(),
  currentPrice: decimal('The last price, in dollars. Null without a price.', '200').nullable(),
  previousClose: decimal('Price at the previous close, or null.', '198.5').nullable(),
  unrealizedProfit: usdText('Market value less cost, or null.', '29.62').nullable(),
};

const listedPosition = object('ListedPosition', 'A security that the user holds.', fields);

export const position = object(
  'Position',
  'A security that the user holds, as the broker has it.',
  { ...fields, ...dating },
);

export const positions = object('Positions', 'Everything that the user holds.', {
  positions: list('Sorted by symbol.', listedPosition),
  ...dating,
});

type NameOf = (symbol: string) => string;

export const positionsView = (
  { value, asOf, stale }: Dated<readonly Position[]>,
  nameOf: NameOf,
): z.output<typeof positions> => ({
  positions: [...value]
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
    .map((each) => listed(each, nameOf)),
  asOf,
  stale,
});

/** Null if the user does not hold the symbol. */
export const positionView = (
  { positions: held, asOf, stale }: z.output<typeof positions>,
  symbol: string,
): z.output<typeof position> | null => {
  const found = held.find((each) => each.symbol === symbol);
  return found === undefined ? null : { ...found, asOf, stale };
};

const listed = (each: Position, nameOf: NameOf): z.output<typeof listedPosition> => ({
  symbol: each.symbol,
  name: nameOf(each.symbol),
  qty: each.quantity,
  qtyAvailable: each.availableQuantity,
  averageEntryPrice: each.averageEntryPrice,
  costBasis: centsToDecimal(each.costBasis),
  marketValue: dollarsOrNull(each.marketValue),
  currentPrice: each.currentPrice,
  previousClose: each.previousClose,
  unrealizedProfit: dollarsOrNull(each.unrealizedProfit),
});

const dollarsOrNull = (amount: Cents | null): string | null =>
  amount === null ? null : centsToDecimal(amount);
