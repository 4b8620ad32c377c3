import { cents, centsToDecimal } from '#kernel/money.js';
import { NO_SUMS, type PeriodSums } from '../ledger/period-sums.js';
import type { AccountRow, PeriodRow } from './settlement.tables.js';

/** The rows of one period. `sums` are the running sums of a period that is not closed. */
export type PeriodRows = {
  readonly period: PeriodRow;
  readonly sums: PeriodSums | null;
  readonly account: AccountRow | null;
};

/** A period as partners and finance staff see it; amounts are decimal text. */
export const settlementView = ({ period, sums, account }: PeriodRows) => {
  const totals = period.closedAt === null ? (sums ?? NO_SUMS) : period;
  const { grossCents: gross, feeCents: fees, adjustmentCents: adjustments } = totals;
  const { carriedCents: carried, receivedCents: received } = period;
  const { dueCents: due } = totals;
  const { withdrawalGrossCents, withdrawalFeeCents } = totals;
  const isOpen = period.cutPosition === null;
  return {
    id: period.id,
    partnerId: period.partnerId,
    status: period.status,
    opensAt: period.opensAt,
    cutOffAt: period.cutOffAt,
    closedAt: period.closedAt,
    dueAt: period.dueAt,
    count: Number(totals.count),
    gross: decimal(gross),
    fees: decimal(fees),
    net: decimal(gross - fees),
    adjustments: decimal(adjustments),
    withdrawals: {
      count: Number(totals.withdrawalCount),
      gross: decimal(withdrawalGrossCents),
      fees: decimal(withdrawalFeeCents),
      net: decimal(withdrawalGrossCents - withdrawalFeeCents),
    },
    commissions: {
      count: Number(totals.commissionCount),
      amount: decimal(totals.commissionCents),
    },
    carried: decimal(carried),
    due: decimal(due),
    received: decimal(received),
    outstanding: decimal(due - carried - received),
    inFlight: {
      count: isOpen ? Number(account?.inFlightCount ?? 0) : 0,
      amount: decimal(isOpen ? (account?.inFlightCents ?? 0n) : 0n),
    },
  };
};

export type SettlementView = ReturnType<typeof settlementView>;

const decimal = (amountCents: bigint): string => centsToDecimal(cents(amountCents));
