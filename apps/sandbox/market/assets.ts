import { cents, centsFromDecimal } from '#kernel/money.js';
import { type Asset, assetIdOf, type Exchange } from './asset.js';
import { FUNDS, NASDAQ, NYSE } from './listings.js';

const asset = (symbol: string, exchange: Exchange, price: string, name: string): Asset => ({
  id: assetIdOf(symbol),
  symbol,
  name,
  exchange,
  price: centsFromDecimal(price),
  tradable: true,
  fractionable: true,
  course: 'fills',
});

/** Assets and prices on the page docs/partners/sandbox-outcomes.md. */
export const DESCRIBED: readonly Asset[] = [
  asset('AAPL', 'NASDAQ', '200', 'Apple Inc. Common Stock'),
  asset('MSFT', 'NASDAQ', '400', 'Microsoft Corporation Common Stock'),
  asset('NVDA', 'NASDAQ', '120', 'NVIDIA Corporation Common Stock'),
  asset('TSLA', 'NASDAQ', '250', 'Tesla, Inc. Common Stock'),
  asset('AMZN', 'NASDAQ', '180', 'Amazon.com, Inc. Common Stock'),
  asset('SPY', 'ARCA', '500', 'SPDR S&P 500 ETF Trust'),
  asset('VTI', 'ARCA', '250', 'Vanguard Total Stock Market ETF'),
  { ...asset('PART', 'NASDAQ', '10', 'Filled in Two Parts'), course: 'fills-in-two-parts' },
  { ...asset('SLOW', 'NASDAQ', '10', 'Not Filled Automatically'), course: 'stays' },
  { ...asset('HALT', 'NASDAQ', '10', 'Not Tradable'), tradable: false },
  {
    ...asset('BRK.A', 'NYSE', '600000', 'Berkshire Hathaway Inc. Class A Common Stock'),
    fractionable: false,
  },
];

/** Parses lines of symbol, price in dollars and name. */
const listed = (exchange: Exchange, lines: string): readonly Asset[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [symbol = '', price = '', ...name] = line.trim().split(' ');
      return asset(symbol, exchange, price, name.join(' '));
    });

export const LISTED: readonly Asset[] = [
  ...DESCRIBED,
  ...listed('NASDAQ', NASDAQ),
  ...listed('NYSE', NYSE),
  ...listed('ARCA', FUNDS),
];

const FIRST = ['Atlas', 'Beacon', 'Cobalt', 'Delta', 'Ember', 'Falcon', 'Granite', 'Harbor'];
const SECOND = ['Energy', 'Bancorp', 'Therapeutics', 'Robotics', 'Logistics', 'Foods', 'Media'];
const LETTERS = 26;

/** Returns an invented asset. Its symbol has five letters and begins with Z. */
export const inventedAsset = (index: number): Asset => {
  const letters = [3, 2, 1, 0].map((place) =>
    String.fromCodePoint(65 + (Math.floor(index / LETTERS ** place) % LETTERS)),
  );
  const first = FIRST[index % FIRST.length] ?? '';
  const second = SECOND[index % SECOND.length] ?? '';
  const invented = asset(
    `Z${letters.join('')}`,
    index % 2 === 0 ? 'NYSE' : 'NASDAQ',
    '0',
    `${first} ${second} ${index + 1} Inc. Common Stock`,
  );
  return { ...invented, price: cents(5_00 + (index % 500) * 100), fractionable: index % 3 !== 0 };
};
