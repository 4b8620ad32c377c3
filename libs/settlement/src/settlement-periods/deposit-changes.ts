import type { DepositEvent } from '#funding';
import { type RowChange, add, insert } from '#platform/read-store/row-change.js';
import { digestOf, lineOf } from './line.js';
import { OPEN, accountTable, lineTable, sumTable } from './settlement.tables.js';

/** A deposit is in flight until it ends; completed or adjusted, it is a line of the open period. */
export const depositChanges = (event: DepositEvent, position: bigint): readonly RowChange[] => {
  const { type, data } = event;
  switch (type) {
    case 'DepositRequested':
      return [inFlight(1n, data.amountCents)];
    case 'DepositFailed':
      return [inFlight(-1n, -data.amountCents)];
    case 'DepositCompleted':
      return [inFlight(-1n, -data.amountCents), ...booked(event, position)];
    case 'DepositCompletedLate':
    case 'DepositAdjusted':
    case 'DepositReversed':
      return booked(event, position);
    case 'DepositStarted':
    case 'DepositThrottled':
    case 'DepositDelayed':
    case 'DepositCloseRequested':
    case 'DepositAccepted':
    case 'DepositReviewed':
    case 'DepositHeld':
      return [];
  }
};

const booked = (event: DepositEvent, position: bigint): readonly RowChange[] => {
  const line = lineOf(event);
  if (line === null) return [];
  const { type, grossCents, feeCents } = line;
  const sums =
    type === 'deposit'
      ? { count: 1n, grossCents, feeCents }
      : { adjustmentCount: 1n, adjustmentCents: grossCents };
  return [
    add(sumTable, { period: OPEN }, { ...sums, linesDigest: digestOf(line) }),
    insert(lineTable, { position, ...line }),
  ];
};

const inFlight = (inFlightCount: bigint, inFlightCents: bigint): RowChange =>
  add(accountTable, {}, { inFlightCount, inFlightCents });
