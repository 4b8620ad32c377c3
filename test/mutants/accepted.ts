/** A survivor that changes nothing anybody could see. */
export type Accepted = {
  readonly file: string;
  /** The line of the source, without the white space around it. */
  readonly line: string;
  /** As the report says it. */
  readonly label: string;
  readonly why: string;
};

const LEDGER = 'libs/settlement/src/ledger';
const BOOKING = 'libs/settlement/src/book-transfer/transfer-booking.ts';
const CSV = 'libs/settlement/src/settlement-statement/statement-csv.ts';
const LOCAL_TIME = 'libs/kernel/src/calendar/local-time.ts';
const READ_SCHEDULE = 'libs/settlement/src/schedule/read-schedule.ts';
const DEPOSIT = 'libs/funding/src/deposit';
const BROKER_WORD = 'libs/orders/src/order/broker-update.decide.ts';
const CHECK = 'libs/kyc/src/verification/check.decide.ts';
const ORDER = 'libs/orders/src/order/order.state.ts';

export const ACCEPTED: readonly Accepted[] = [
  {
    file: 'libs/funding/src/daily-funding/daily-funding.decide.ts',
    line: 'const left = usedCents < limitCents ? cents(limitCents - usedCents) : cents(0);',
    label: 'usedCents < limitCents → usedCents <= limitCents',
    why: 'when both are the same, either leaves nothing',
  },
  {
    file: 'libs/funding/src/daily-funding/daily-funding.decide.ts',
    line: 'if (known === null || !isReleased(day, depositId)) return [];',
    label: 'known === null → false',
    why: 'what was never reserved was never released; the comparison is for the compiler',
  },
  {
    file: 'libs/funding/src/daily-funding/daily-funding.state.ts',
    line: 'list === null || list.item === id',
    label: 'list === null → false',
    why: 'only what was released is restored; the comparison is for the compiler',
  },
  {
    file: `${DEPOSIT}/close-deposit.decide.ts`,
    line: 'startedAt !== null && askedMs - Date.parse(startedAt) < CLOSE_EFFECT_AFTER_MS;',
    label: 'startedAt !== null → true',
    why: 'null is no time, and nothing is less than that; the comparison is for the compiler',
  },
  {
    file: `${DEPOSIT}/deposit.decide.ts`,
    line: 'if (!isUnanswered(deposit) || deposit.startedAt === null) return [];',
    label: '!isUnanswered(deposit) → false',
    why: 'what has an answer has no open send; the comparison is for the compiler',
  },
  {
    file: 'libs/orders/src/order/after-end.ts',
    line: 'if (known?.quarter !== quarter) known = { quarter, moments: momentsOf(quarter * QUARTER) };',
    label: 'known?.quarter !== quarter → true',
    why: 'what is computed again is the same',
  },
  {
    file: BROKER_WORD,
    line: 'brokerUpdatedAt !== null &&',
    label: 'brokerUpdatedAt !== null → true',
    why: 'no text is less than null; the comparison is for the compiler',
  },
  {
    file: BROKER_WORD,
    line: 'updatedAt !== undefined &&',
    label: 'updatedAt !== undefined → true',
    why: 'undefined is less than no text; the comparison is for the compiler',
  },
  {
    file: BROKER_WORD,
    line: '...(updatedAt === undefined ? {} : { brokerUpdatedAt: updatedAt }),',
    label: 'updatedAt === undefined → false',
    why: 'JSON leaves out what is undefined',
  },
  {
    file: CHECK,
    line: "verification.status === 'under_review' &&",
    label: "verification.status === 'under_review' → true",
    why: 'no other status has documents and no decision; the comparison is for the compiler',
  },
  {
    file: CHECK,
    line: 'verification.providerRef !== null;',
    label: 'verification.providerRef !== null → true',
    why: 'what is under review has documents; the comparison is for the compiler',
  },
  {
    file: 'libs/kyc/src/verification/verification.decide.ts',
    line: 'throw expired();',
    label: 'throw expired(); → ;',
    why: 'the next case throws the same',
  },
  {
    file: 'libs/users/src/register-user/registrar.ts',
    line: 'return user !== null && isRegistered(user) && user.externalId === externalId ? user : null;',
    label: 'isRegistered(user) → true',
    why: 'nobody else has an externalId; the comparison is for the compiler',
  },
  {
    file: 'libs/users/src/user/user.decide.ts',
    line: 'registration.email !== null &&',
    label: 'registration.email !== null → true',
    why: 'no address is null; the comparison is for the compiler',
  },
  {
    file: 'libs/users/src/user/user.state.ts',
    line: 'export const isErased = (user: User): boolean => isRegistered(user) && user.email === null;',
    label: 'isRegistered(user) → true',
    why: 'only a registered user has an e-mail that is null; the comparison is for the compiler',
  },
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
    file: `${LEDGER}/snapshot.decide.ts`,
    line: 'if (events.length === 0 || length < EVENTS_TO_READ_MAX || open === null) return events;',
    label: 'open === null → false',
    why: 'a book that decides has an open period; the comparison is for the compiler',
  },
  {
    file: `${LEDGER}/matching.decide.ts`,
    line: 'const amountCents = outstandingCents < left ? outstandingCents : cents(left);',
    label: 'outstandingCents < left → outstandingCents <= left',
    why: 'when both are the same, either may be taken',
  },
  {
    file: `${LEDGER}/period.decide.ts`,
    line: 'dueCents <= 0n || dueCents < creditCents ? dueCents : creditCents;',
    label: 'dueCents < creditCents → dueCents <= creditCents',
    why: 'when both are the same, either may be taken',
  },
  {
    file: `${LEDGER}/period.decide.ts`,
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
    file: `${LEDGER}/ledger-store.ts`,
    line: 'known = (await this.log.read(name, revision + 1n)).map(parse).find(isKnown);',
    label:
      '(await this.log.read(name, rev… 1n)).map(parse).find(isKnown) → (await this.log.read(name, rev…).map(parse).findLast(isKnown)',
    why: 'an entry is in the book once',
  },
  {
    file: `${LEDGER}/period.decide.ts`,
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
    file: CSV,
    line: "Readable.from(textOf(parts), { objectMode: false, encoding: 'utf8' });",
    label: 'false → true',
    why: 'one text is kept at a time either way',
  },
  {
    file: 'libs/settlement/src/settlement-periods/ledger-changes.ts',
    line: "const nothingFixed = { closedAt: null, ...NO_SUMS, checksum: '', dueCents: 0n };",
    label: "closedAt: null in {…} → { ...NO_SUMS, checksum: '', dueCents: 0n }",
    why: 'a nullable column that is left out is null',
  },
  {
    file: 'libs/settlement/src/settlement-periods/ledger-changes.ts',
    line: 'return insert(periodTable, { ...about, ...planned, ...notCutOff, ...nothingFixed, ...unpaid });',
    label: '...notCutOff in {…} → { ...about, ...planned, ...nothingFixed, ...unpaid }',
    why: 'a nullable column that is left out is null',
  },
  {
    file: 'libs/settlement/src/settlement-periods/settlement-periods.projection.ts',
    line: 'const account = { creditCents: 0n, nextSchedule: null, broughtForward: null, ...inFlight };',
    label: 'nextSchedule: null in {…} → { creditCents: 0n, broughtForward: null, ...inFlight }',
    why: 'a nullable column that is left out is null',
  },
  {
    file: 'libs/settlement/src/settlement-periods/settlement-periods.projection.ts',
    line: 'const account = { creditCents: 0n, nextSchedule: null, broughtForward: null, ...inFlight };',
    label: 'broughtForward: null in {…} → { creditCents: 0n, nextSchedule: null, ...inFlight }',
    why: 'a nullable column that is left out is null',
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
    file: 'libs/kernel/src/attempts/attempt.state.ts',
    line: 'const counting = failures.map(({ at }) => Date.parse(at)).filter((atMs) => atMs > since);',
    label: 'atMs > since → atMs >= since',
    why: 'what leaves the window at this moment locks for no second',
  },
  {
    file: 'libs/read-models/src/checkpoint-position.ts',
    line: 'return mark === null || last === undefined',
    label: '(mark === null) || (last === undefined) → (mark === null) && (last === undefined)',
    why: 'only no events have no mark and no last one; the comparison is for the compiler',
  },
  {
    file: 'libs/read-models/src/checkpoint-position.ts',
    line: 'return mark === null || last === undefined',
    label: 'mark === null → false',
    why: 'only no events have no mark and no last one; the comparison is for the compiler',
  },
  {
    file: 'libs/read-models/src/checkpoint-position.ts',
    line: 'return mark === null || last === undefined',
    label: 'last === undefined → false',
    why: 'only no events have no mark and no last one; the comparison is for the compiler',
  },
  {
    file: 'libs/read-models/src/shards.ts',
    line: 'holds: (partnerId) => count === 1 || crc32(partnerId.toLowerCase()) % count === place,',
    label: 'count === 1 → false',
    why: 'every number can be divided by one; it saves the sum',
  },
  {
    file: 'libs/read-models/src/shards.ts',
    line: 'return count === undefined ? null : (shardsOf(Number(count))[Number(place)] ?? null);',
    label: 'count === undefined → false',
    why: 'no shard is one of undefined; the comparison is for the compiler',
  },
  {
    file: 'libs/kernel/src/jobs/effect.ts',
    line: 'const unclear = sent instanceof OutcomeUnknown ? sent : null;',
    label: 'sent instanceof OutcomeUnknown → true',
    why: 'anything else is null by then; the comparison is for the compiler',
  },
  {
    file: 'libs/kernel/src/calendar/open-days.ts',
    line: 'byYear.set(year, known);',
    label: 'byYear.set(year, known); → ;',
    why: 'what is computed again is the same',
  },
  {
    file: LOCAL_TIME,
    line: 'if (offset === offsetMs(zone, until)) return wanted - offset;',
    label: 'offset === offsetMs(zone, until) → false',
    why: 'the search finds the same, in more time',
  },
  {
    file: LOCAL_TIME,
    line: 'for (let start = from; start < until; start += HOUR_MS) {',
    label: 'start < until → start <= until',
    why: 'the moment is found before the last hour',
  },
  {
    file: LOCAL_TIME,
    line: 'return wanted - offsetMs(zone, until);',
    label: 'wanted - offsetMs(zone, until) → wanted + offsetMs(zone, until)',
    why: 'the moment is found before; the line is for the compiler',
  },
  {
    file: LOCAL_TIME,
    line: 'return after <= end ? after : null;',
    label: 'after <= end → after < end',
    why: 'the next hour begins with the same moment',
  },
  {
    file: LOCAL_TIME,
    line: 'if (offsetMs(zone, start) === offsetMs(zone, end)) return end;',
    label: 'offsetMs(zone, start) === offsetMs(zone, end) → false',
    why: 'the search finds the same, in more time',
  },
  {
    file: 'libs/kernel/src/decimal-text.ts',
    line: "while (end > 0 && digits[end - 1] === '0') end--;",
    label: 'end > 0 → true',
    why: 'before the first digit there is none that is 0',
  },
  {
    file: 'libs/kernel/src/decimal-text.ts',
    line: "while (end > 0 && digits[end - 1] === '0') end--;",
    label: 'end > 0 → end >= 0',
    why: 'before the first digit there is none that is 0',
  },
  {
    file: 'libs/kernel/src/money.ts',
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
    file: 'libs/users/src/user/verification-result.decide.ts',
    line: "judged.status === 'pending' || decidedAt.toISOString() >= judged.decidedAt",
    label: "judged.status === 'pending' → false",
    why: 'what is pending has an empty time, and every time is later than that',
  },
  {
    file: 'libs/jobs/src/dispatcher.ts',
    line: 'this.following = true;',
    label: 'this.following = true; → ;',
    why: 'it is set each time that an attempt succeeds, so also by then',
  },
];
