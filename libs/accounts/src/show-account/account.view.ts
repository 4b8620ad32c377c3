import { z } from 'zod';
import { ACCOUNT_BLOCKS } from '#broker/broker-records.js';
import type { TradingAccount } from '#broker/broker-views.js';
import { flag, object, text, usdText, utcTime, uuid } from '#http/response-schemas.js';
import { type Cents, centsToDecimal } from '#kernel/money.js';
import type { OwnAccount } from '../account-view/account-reader.js';
import type { Dated } from '../account-view/last-responses.js';
import type { PendingMoney } from '../account-view/user-money.js';

/** Fields with the age of the broker's response. */
export const dating = {
  asOf: utcTime('The time of the broker’s response.'),
  stale: flag('Whether the broker was unavailable. The values may then have changed.'),
};

export const account = object('Account', 'Balances of a user’s account, as the broker has them.', {
  userId: uuid('The owner.'),
  brokerAccountNumber: text('The account number. Empty until the broker assigns it.', '903400501'),
  brokerAccountStatus: text('The status of the account at the broker.', 'ACTIVE'),
  currency: z.literal('USD').meta({ description: 'Always `USD`.', examples: ['USD'] }),
  cash: usdText('All cash, also from sales that are not settled yet.', '1250.75'),
  withdrawableCash: usdText('Cash that can be withdrawn now.', '1000.00'),
  buyingPower: usdText('Amount that can be spent on orders now. Never above `cash`.', '1250.75'),
  pendingDeposits: usdText('Net amounts of deposits that are not credited yet.', '0.00'),
  pendingWithdrawals: usdText('Amounts of withdrawals that are not debited yet.', '0.00'),
  positionsValue: usdText('Market value of all positions.', '2400.00'),
  equity: usdText('Cash and positions.', '3650.75'),
  previousEquity: usdText('Equity at the previous close.', '3600.00'),
  restrictions: z.array(z.enum(ACCOUNT_BLOCKS)).meta({
    description: 'Current blocks of the account. Usually empty.',
    examples: [[]],
  }),
  ...dating,
});

/** The service offers no margin, so borrowed money is never shown as buying power. */
export const accountView = (
  { userId, number, status }: OwnAccount,
  { value, asOf, stale }: Dated<TradingAccount>,
  pending: PendingMoney,
): z.output<typeof account> => ({
  userId,
  brokerAccountNumber: number,
  brokerAccountStatus: status,
  currency: 'USD',
  cash: centsToDecimal(value.cash),
  withdrawableCash: spendable(value.transferable - pending.withdrawals),
  buyingPower: spendable(value.buyingPower < value.cash ? value.buyingPower : value.cash),
  pendingDeposits: centsToDecimal(pending.deposits),
  pendingWithdrawals: centsToDecimal(pending.withdrawals),
  positionsValue: centsToDecimal(value.positionsValue),
  equity: centsToDecimal(value.equity),
  previousEquity: centsToDecimal(value.previousEquity),
  restrictions: [...value.blocks],
  asOf,
  stale,
});

const spendable = (amount: bigint): string => centsToDecimal((amount < 0n ? 0n : amount) as Cents);
