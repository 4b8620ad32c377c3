import type { DepositEvent } from '#funding';
import type { Change } from '#platform/read-models/projection.js';
import { digestOf, lineId, lineOf } from './line.js';
import { FLIGHT, LINE, OPEN } from './names.js';

/** A deposit is in flight until it ends; completed or adjusted, it is a line of the open period. */
export const depositChanges = (event: DepositEvent): readonly Change[] => {
  const { type, data } = event;
  const { depositId: transactionId } = data;
  switch (type) {
    case 'DepositRequested': {
      const { externalId, amountCents } = data;
      const doc = `${LINE}${transactionId}`;
      return [...inFlight(1n, amountCents), { op: 'set', doc, fields: { externalId } }];
    }
    case 'DepositFailed':
      return [
        ...inFlight(-1n, -data.amountCents),
        { op: 'delete', doc: `${LINE}${transactionId}` },
      ];
    case 'DepositCompleted':
      return [...inFlight(-1n, -data.amountCents), ...booked(event)];
    case 'DepositCompletedLate': {
      // Its failure took it out of flight, and its externalId with it.
      const { externalId } = data;
      const doc = `${LINE}${transactionId}`;
      return [{ op: 'set', doc, fields: { externalId } }, ...booked(event)];
    }
    case 'DepositAdjusted':
    case 'DepositReversed':
      return booked(event);
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

const booked = (event: DepositEvent): readonly Change[] => {
  const found = lineOf(event);
  if (found === null) return [];
  const { line, number } = found;
  const { grossCents, feeCents, ...texts } = line;
  const sums =
    line.type === 'deposit'
      ? [add('count', 1n), add('grossCents', grossCents), add('feeCents', feeCents)]
      : [add('adjustmentCount', 1n), add('adjustmentCents', grossCents)];
  const member = lineId(line.transactionId, number);
  const fields = { ...texts, grossCents: `${grossCents}`, feeCents: `${feeCents}` };
  return [
    ...sums,
    add('linesDigest', digestOf(line)),
    { op: 'set', doc: `${LINE}${member}`, fields },
    { op: 'index', index: OPEN, member },
  ];
};

const add = (field: string, by: bigint): Change => ({ op: 'add', doc: OPEN, field, by });

const inFlight = (count: bigint, amountCents: bigint): Change[] => [
  { op: 'add', doc: FLIGHT, field: 'count', by: count },
  { op: 'add', doc: FLIGHT, field: 'cents', by: amountCents },
];
