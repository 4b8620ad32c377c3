import type { Day } from '#kernel/calendar/day.js';
import { type Cents, centsToDecimal } from '#kernel/money.js';
import { dateOf } from '../market/sessions.js';
import { type Block, BLOCKS } from './account.rules.js';
import type { Balances } from './balance.rules.js';
import type { Configurations } from './configurations.js';

/** A customer's account, or the firm account. */
export type Trader = {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly blocks: readonly Block[];
  readonly createdAt: string;
};

type TraderState = {
  readonly balances: Balances;
  readonly lastEquity: Cents;
  readonly lastDay: Day;
  /** Null: the account has the broker's defaults. */
  readonly configurations: Configurations | null;
};

export const tradeAccountBody = (
  { id, number, status, blocks, createdAt }: Trader,
  { balances, lastEquity, lastDay, configurations }: TraderState,
) => ({
  id,
  account_number: number,
  status,
  crypto_status: 'INACTIVE',
  currency: 'USD',
  ...cashOf(balances),
  ...marginOf(balances),
  ...marketOf(balances),
  last_equity: centsToDecimal(lastEquity),
  balance_asof: dateOf(lastDay),
  ...Object.fromEntries(BLOCKS.map((name) => [name, blocks.includes(name)])),
  created_at: createdAt,
  admin_configurations: {},
  user_configurations: configurations,
});

const cashOf = ({ cash, transferable, buyingPower }: Balances) => ({
  cash: centsToDecimal(cash),
  cash_withdrawable: centsToDecimal(transferable),
  cash_transferable: centsToDecimal(transferable),
  buying_power: centsToDecimal(buyingPower),
  effective_buying_power: centsToDecimal(buyingPower),
  regt_buying_power: centsToDecimal(buyingPower),
  non_marginable_buying_power: centsToDecimal(transferable),
  accrued_fees: '0',
});

const marginOf = ({ multiplier, canShort, initialMargin, maintenanceMargin }: Balances) => ({
  multiplier: String(multiplier),
  shorting_enabled: canShort,
  initial_margin: centsToDecimal(initialMargin),
  maintenance_margin: centsToDecimal(maintenanceMargin),
  last_maintenance_margin: '0',
  sma: '0',
});

const marketOf = ({ long, short, invested, equity }: Balances) => ({
  long_market_value: centsToDecimal(long),
  short_market_value: centsToDecimal(short),
  position_market_value: centsToDecimal(invested),
  equity: centsToDecimal(equity),
  portfolio_value: centsToDecimal(equity),
});
