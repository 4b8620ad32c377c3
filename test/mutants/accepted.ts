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
