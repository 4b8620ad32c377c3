/** A survivor that changes nothing anybody could see. */
export type Accepted = {
  readonly file: string;
  /** The line of the source, without the white space around it. */
  readonly line: string;
  /** As the report says it. */
  readonly label: string;
  readonly why: string;
};

const BOOK = 'libs/settlement/src/book';
const BOOKING = 'libs/settlement/src/book-transfer/transfer-booking.ts';
const CSV = 'libs/settlement/src/settlement-statement/statement-csv.ts';
const READ_SCHEDULE = 'libs/settlement/src/schedule/read-schedule.ts';
const ORDER = 'libs/orders/src/order/order.state.ts';

export const ACCEPTED: readonly Accepted[] = [
  {
    file: ORDER,
    line: "order.status !== 'absent' && order.attempts > 0 && order.brokerOrderId === null;",
    label: "order.status !== 'absent' → true",
    why: 'an absent order has no attempts; the comparison is for the compiler',
  },
  {
    file: ORDER,
    line: "(order.status === 'pending' || order.status === 'submitted') && order.brokerOrderId === null;",
    label: 'order.brokerOrderId === null → true',
    why: 'the event that names the id at the broker also makes it accepted',
  },
  {
    file: `${BOOK}/bring-forward.decide.ts`,
    line: 'if (events.length === 0 || length < EVENTS_TO_READ_MAX || open === null) return events;',
    label: 'open === null → false',
    why: 'a book that decides has an open period; the comparison is for the compiler',
  },
  {
    file: `${BOOK}/matching.decide.ts`,
    line: 'const amountCents = outstandingCents < left ? outstandingCents : cents(left);',
    label: 'outstandingCents < left → outstandingCents <= left',
    why: 'when both are the same, either may be taken',
  },
  {
    file: `${BOOK}/period.decide.ts`,
    line: 'dueCents <= 0n || dueCents < creditCents ? dueCents : creditCents;',
    label: 'dueCents < creditCents → dueCents <= creditCents',
    why: 'when both are the same, either may be taken',
  },
  {
    file: `${BOOK}/period.decide.ts`,
    line: 'const period = unsettled.find((each) => each.number === number);',
    label:
      'unsettled.find((each) => each.number === number) → unsettled.findLast((each) => each.number === number)',
    why: 'a number is that of one period only',
  },
  {
    file: BOOKING,
    line: 'const entry = events.find((event) => isEntryOf(transfer, event));',
    label:
      'events.find((event) => isEntryOf(transfer, event)) → events.findLast((event) => isEntryOf(transfer, event))',
    why: 'one decision makes one entry of a transfer',
  },
  {
    file: BOOKING,
    line: 'if (entry === undefined) throw new Error(`Transfer ${transfer.transferId} was not booked`);',
    label: 'entry === undefined → false',
    why: 'what is not found is decided; the comparison is for the compiler',
  },
  {
    file: BOOKING,
    line: 'if (entry === undefined) throw new Error(`Transfer ${transfer.transferId} was not booked`);',
    label: 'throw new Error(`Transfer ${tr….transferId} was not booked`); → ;',
    why: 'what is not found is decided; the comparison is for the compiler',
  },
  {
    file: BOOKING,
    line: 'if (matched === null) throw new Error(`Transfer ${transferId} was reversed before it was booked`);',
    label: 'matched === null → false',
    why: 'only what is booked is reversed; the comparison is for the compiler',
  },
  {
    file: BOOKING,
    line: 'if (matched === null) throw new Error(`Transfer ${transferId} was reversed before it was booked`);',
    label: 'throw new Error(`Transfer ${tr…versed before it was booked`); → ;',
    why: 'only what is booked is reversed; the comparison is for the compiler',
  },
  {
    file: BOOKING,
    line: "(event.type === 'SettlementTransferMatched' || event.type === 'SettlementTransferReversed') &&",
    label: "(event.type === 'SettlementTra… 'SettlementTransferReversed') → true",
    why: 'no other event of a book names a transfer; the comparison is for the compiler',
  },
  {
    file: `${BOOK}/book-store.ts`,
    line: 'known = (await this.log.read(name, revision + 1n)).map(parse).find(isKnown);',
    label:
      '(await this.log.read(name, rev… 1n)).map(parse).find(isKnown) → (await this.log.read(name, rev…).map(parse).findLast(isKnown)',
    why: 'an entry is in the book once',
  },
  {
    file: `${BOOK}/period.decide.ts`,
    line: 'data: { ...about, ...amounts, ...(atBroker && { atBroker }), at },',
    label: 'atBroker → true',
    why: 'JSON leaves out what is undefined',
  },
  {
    file: 'libs/settlement/src/schedule/schedule.ts',
    line: 'for (let day = today - 1; day < today + DAYS_AHEAD_MAX; day++) {',
    label: 'day < (today + DAYS_AHEAD_MAX) → day <= (today + DAYS_AHEAD_MAX)',
    why: 'a schedule without a cut-off in 62 days has none on the next either',
  },
  {
    file: 'libs/settlement/src/settlement-periods/deposit-changes.ts',
    line: 'if (line === null) return [];',
    label: 'line === null → false',
    why: 'what is booked has a line; the comparison is for the compiler',
  },
  {
    file: CSV,
    line: "for await (const part of parts) if (part.length > 0) yield part.map(rowOf).join('');",
    label: 'part.length > 0 → true',
    why: 'an empty text in a stream is nothing',
  },
  {
    file: CSV,
    line: "for await (const part of parts) if (part.length > 0) yield part.map(rowOf).join('');",
    label: 'part.length > 0 → part.length >= 0',
    why: 'an empty text in a stream is nothing',
  },
  {
    file: CSV,
    line: 'isPlain(line)',
    label: 'isPlain(line) → false',
    why: 'the library writes the same, in more time',
  },
  {
    file: CSV,
    line: String.raw`COLUMNS.every((column) => AMOUNTS.has(column) || /^(?:\w[\w.: -]*)?$/.test(line[column]));`,
    label: String.raw`AMOUNTS.has(column) || /^(?:\w…w.: -]*)?$/.test(line[column]) → AMOUNTS.has(column) && /^(?:\w…w.: -]*)?$/.test(line[column])`,
    why: 'the library writes the same, in more time',
  },
  {
    file: CSV,
    line: String.raw`COLUMNS.every((column) => AMOUNTS.has(column) || /^(?:\w[\w.: -]*)?$/.test(line[column]));`,
    label: 'AMOUNTS.has(column) → false',
    why: 'the library writes the same, in more time',
  },
  {
    file: CSV,
    line: String.raw`COLUMNS.every((column) => AMOUNTS.has(column) || /^(?:\w[\w.: -]*)?$/.test(line[column]));`,
    label: String.raw`/^(?:\w[\w.: -]*)?$/.test(line[column]) → false`,
    why: 'the library writes the same, in more time',
  },
  {
    file: 'libs/settlement/src/transfer/transfer.decide.ts',
    line: "if (transfer.status !== 'absent' && transfer.amountCents === amountCents) return [];",
    label: "transfer.status !== 'absent' → true",
    why: 'an absent transfer has no amount; the comparison is for the compiler',
  },
  {
    file: 'libs/settlement/src/transfer/transfer.decide.ts',
    line: "if (transfer.status === 'absent' || transfer.booked || transfer.entry !== entry) return [];",
    label: "transfer.status === 'absent' → false",
    why: 'an absent transfer has no such entry; the comparison is for the compiler',
  },
  {
    file: READ_SCHEDULE,
    line: 'if (faults.length > 0 || !isEvery(every)) throw unacceptable(...faults);',
    label: '!isEvery(every) → false',
    why: 'another word is a fault by then; the comparison is for the compiler',
  },
  {
    file: READ_SCHEDULE,
    line: 'const isWeekday = on !== null && WEEKDAYS.some((weekday) => weekday === on);',
    label: 'on !== null → true',
    why: 'no weekday is null',
  },
  {
    file: READ_SCHEDULE,
    line: 'const isDay = on !== null && /^([1-9]|1\\d|2[0-8]|last)$/.test(on);',
    label: 'on !== null → true',
    why: 'the text null is no day',
  },
  {
    file: 'libs/platform/src/core/decimal-text.ts',
    line: "while (end > 0 && digits[end - 1] === '0') end--;",
    label: 'end > 0 → true',
    why: 'before the first digit there is none that is 0',
  },
  {
    file: 'libs/platform/src/core/decimal-text.ts',
    line: "while (end > 0 && digits[end - 1] === '0') end--;",
    label: 'end > 0 → end >= 0',
    why: 'before the first digit there is none that is 0',
  },
  {
    file: 'libs/platform/src/core/money.ts',
    line: 'const magnitude = (value: bigint) => (value < 0n ? -value : value).toString();',
    label: 'value < 0n → value <= 0n',
    why: 'there is no negative zero',
  },
  {
    file: 'libs/users/src/user/user.state.ts',
    line: 'decidedAt: decidedAt > before ? decidedAt : before,',
    label: 'decidedAt > before → decidedAt >= before',
    why: 'when both are the same, either may be taken',
  },
  {
    file: 'libs/users/src/user/verdict.decide.ts',
    line: "judged.status === 'pending' || decidedAt.toISOString() >= judged.decidedAt",
    label: "judged.status === 'pending' → false",
    why: 'what is pending has an empty time, and every time is later than that',
  },
  {
    file: 'libs/platform/src/jobs/dispatcher.ts',
    line: 'this.following = true;',
    label: 'this.following = true; → ;',
    why: 'it is set each time that an attempt succeeds, so also by then',
  },
];
