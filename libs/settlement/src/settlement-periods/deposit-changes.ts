import type { DepositEvent } from '#funding/deposit/deposit.events.js';
import { type RowChange, add, insert } from '#kernel/projection/row-change.js';
import type { OrderEvent } from '#orders/order/order.events.js';
import { NO_SUMS, withLine } from '../ledger/period-sums.js';
import { lineOf } from './line.js';
import { OPEN, accountTable, lineTable, sumTable } from './settlement.tables.js';

/** A deposit is in flight until it ends. A completion or adjustment is a line of the open period. */
export const depositChanges = (event: DepositEvent, position: bigint): readonly RowChange[] => {
  const { type, data } = event;
  switch (type) {
    case 'DepositRequested':
      return inFlight(data, 1n);
    case 'DepositFailed':
      return inFlight(data, -1n);
    case 'DepositCompleted':
      return [...inFlight(data, -1n), ...bookedLine(event, position)];
    case 'DepositCompletedLate':
    case 'DepositAdjusted':
    case 'DepositReversed':
      return bookedLine(event, position);
    case 'DepositCanceled':
    case 'DepositStarted':
    case 'DepositThrottled':
    case 'DepositDelayed':
    case 'DepositCloseRequested':
    case 'DepositAccepted':
    case 'DepositReviewed':
    case 'DepositJournalsRecorded':
    case 'DepositHeld':
      return [];
  }
};

/** Adds the line of an event, if it has one, to the open period. */
export const bookedLine = (
  event: DepositEvent | OrderEvent,
  position: bigint,
): readonly RowChange[] => {
  const line = lineOf(event);
  if (line === null) return [];
  return [
    add(sumTable, { period: OPEN }, withLine(NO_SUMS, line)),
    insert(lineTable, { position, ...line }),
  ];
};

type Requested = Pick<
  Extract<DepositEvent, { type: 'DepositRequested' }>['data'],
  'direction' | 'amountCents'
>;

/** Only deposits are shown in flight. */
const inFlight = ({ direction, amountCents }: Requested, sign: bigint): readonly RowChange[] =>
  direction === 'WITHDRAWAL'
    ? []
    : [add(accountTable, {}, { inFlightCount: sign, inFlightCents: sign * amountCents })];
