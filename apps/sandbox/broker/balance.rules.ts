import { type Cents, cents } from '#kernel/money.js';
import type { Configurations } from './configurations.js';

/** An account needs more equity than this for margin and short sales. */
const MARGIN_EQUITY = 2_000_00n;
/** Maintenance margin, in percent of the market value. */
const MAINTENANCE_PERCENT = 30n;

export type Assets = {
  readonly cash: Cents;
  /** Cash held for open orders and journals. */
  readonly held: Cents;
  /** Part of the held cash for journals that are not executed yet. */
  readonly outgoing: Cents;
  /** Proceeds of sales that are not settled yet. */
  readonly unsettled: Cents;
  readonly long: Cents;
  /** Market value of short positions, below zero. */
  readonly short: Cents;
};

export type Balances = Assets & {
  /** Market value of all positions. */
  readonly invested: Cents;
  readonly equity: Cents;
  readonly multiplier: 1 | 2;
  readonly canShort: boolean;
  readonly initialMargin: Cents;
  readonly maintenanceMargin: Cents;
  readonly buyingPower: Cents;
  /** Settled cash that can leave the account. The broker subtracts a journal when it is executed. */
  readonly transferable: Cents;
  /** Largest amount of a new journal. */
  readonly sendable: Cents;
};

/**
 * Computes the balances of an account as the broker documents them. Without margin, the buying power is
 * the cash, including unsettled cash. With margin, it is twice the equity that positions do not use.
 */
export const balancesOf = (assets: Assets, settings: Required<Configurations>): Balances => {
  const { cash, held, outgoing, unsettled, long, short } = assets;
  const equity = cash + long + short;
  const hasMargin = equity > MARGIN_EQUITY && settings.max_margin_multiplier !== '1';
  const multiplier = hasMargin ? 2 : 1;
  const used = long - short;
  const settled = cash - atLeastZero(held - outgoing) - unsettled + short;
  return {
    ...assets,
    invested: cents(long + short),
    equity: cents(equity),
    multiplier,
    canShort: hasMargin && !settings.no_shorting,
    initialMargin: cents(used / BigInt(multiplier)),
    maintenanceMargin: cents((used * MAINTENANCE_PERCENT) / 100n),
    buyingPower: atLeastZero(equity * BigInt(multiplier) - used - held),
    transferable: atLeastZero(settled),
    sendable: atLeastZero(settled - outgoing),
  };
};

const atLeastZero = (amount: bigint): Cents => cents(amount > 0n ? amount : 0n);
