import { type Cents, cents, centsToDecimal } from '#platform/core/money.js';

/** `stays`: accepted, and left so until somebody moves it. */
type Course = 'fills' | 'fills-in-two-parts' | 'stays';

export type Asset = {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** Per share, and fixed. */
  readonly price: Cents;
  readonly tradable: boolean;
  readonly fractionable: boolean;
  readonly course: Course;
};

const asset = (number: number, symbol: string, priceCents: number, name: string): Asset => ({
  id: `a55e7000-0000-4000-8000-${number.toString().padStart(12, '0')}`,
  symbol,
  name,
  price: cents(priceCents),
  tradable: true,
  fractionable: true,
  course: 'fills',
});

const ASSETS: readonly Asset[] = [
  asset(1, 'AAPL', 200_00, 'Apple Inc. Common Stock'),
  asset(2, 'MSFT', 400_00, 'Microsoft Corporation Common Stock'),
  asset(3, 'NVDA', 120_00, 'NVIDIA Corporation Common Stock'),
  asset(4, 'TSLA', 250_00, 'Tesla, Inc. Common Stock'),
  asset(5, 'AMZN', 180_00, 'Amazon.com, Inc. Common Stock'),
  asset(6, 'SPY', 500_00, 'SPDR S&P 500 ETF Trust'),
  asset(7, 'VTI', 250_00, 'Vanguard Total Stock Market ETF'),
  { ...asset(8, 'PART', 10_00, 'Filled in Two Parts'), course: 'fills-in-two-parts' },
  { ...asset(9, 'SLOW', 10_00, 'Not Filled by Itself'), course: 'stays' },
  { ...asset(10, 'HALT', 10_00, 'Not Tradable'), tradable: false },
  { ...asset(11, 'BRK.A', 600_000_00, 'Berkshire Hathaway Class A'), fractionable: false },
];

export const allAssets = (): readonly Asset[] => ASSETS;

/** By symbol or id. */
export const findAsset = (key: string): Asset | null =>
  ASSETS.find(({ symbol, id }) => symbol === key || id === key) ?? null;

export const assetBody = (found: Asset) => ({
  id: found.id,
  class: 'us_equity',
  exchange: 'NASDAQ',
  symbol: found.symbol,
  name: found.name,
  status: found.tradable ? 'active' : 'inactive',
  tradable: found.tradable,
  marginable: false,
  shortable: false,
  easy_to_borrow: false,
  fractionable: found.fractionable,
  margin_requirement_long: '100',
  margin_requirement_short: '100',
  attributes: [],
});

/** The market never closes here. */
export const clockBody = (now: Date) => {
  const nextDay = new Date(now.getTime() + 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
  return {
    timestamp: now.toISOString(),
    is_open: true,
    next_open: `${nextDay}T13:30:00Z`,
    next_close: `${nextDay}T20:00:00Z`,
  };
};

export const priceText = ({ price }: Asset): string => centsToDecimal(price);
