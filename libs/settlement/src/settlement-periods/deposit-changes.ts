import type { DepositEvent } from '#funding';
import type { Change } from '#platform/read-models/projection.js';
import { type Line, adjustmentLine, depositLine, digestOf, lineId } from './line.js';
import { FLIGHT, LINE, OPEN } from './names.js';

/** A deposit is in flight until it ends; completed or taken back, it is a line of the open period. */
export const depositChanges = ({ type, data }: DepositEvent): readonly Change[] => {
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
      return [...inFlight(-1n, -data.amountCents), ...credited(depositLine(bookingOf(data)))];
    case 'DepositCompletedLate': {
      // Its failure took it out of flight, and its externalId with it.
      const { externalId } = data;
      const doc = `${LINE}${transactionId}`;
      return [
        { op: 'set', doc, fields: { externalId } },
        ...credited(depositLine(bookingOf(data))),
      ];
    }
    case 'DepositReversed': {
      const line = adjustmentLine(bookingOf(data));
      const sums = [add('adjustmentCount', 1n), add('adjustmentCents', line.grossCents)];
      return [...sums, ...lineChanges(line)];
    }
    case 'DepositStarted':
    case 'DepositDelayed':
    case 'DepositCloseRequested':
    case 'DepositAccepted':
      return [];
  }
};

const credited = (line: Line): readonly Change[] => [
  add('count', 1n),
  add('grossCents', line.grossCents),
  add('feeCents', line.feeCents),
  ...lineChanges(line),
];

const bookingOf = (data: Extract<DepositEvent, { type: 'DepositCompleted' }>['data']) => ({
  transactionId: data.depositId,
  userId: data.userId,
  grossCents: data.amountCents,
  feeCents: data.feeCents,
  completedAt: data.at,
  journalId: data.journalId,
});

const lineChanges = (line: Line): Change[] => {
  const member = lineId(line);
  const { grossCents, feeCents, ...texts } = line;
  const fields = { ...texts, grossCents: `${grossCents}`, feeCents: `${feeCents}` };
  return [
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
