import fc from 'fast-check';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import {
  AT,
  OTHER,
  PARTNER,
  type ChangeData,
  changed,
  eventAt,
  idOf,
  labelled,
  placed,
  stated,
  summed,
} from '../../contract/read-store/sample.js';

/** Few values of each, so that changes collide. */
const word = fc.constantFrom('a', 'b', 'c', 'd');
/** More invalid events, so that batches are applied separately. */
const order = fc.nat(60).map((n) => `order ${n}`);
const status = fc.constantFrom('new', 'sent', 'done');
const cents = fc.oneof(
  fc.integer({ min: -5, max: 5 }).map(String),
  fc.constantFrom(`${2n ** 53n + 1n}`, `${-(2n ** 55n)}`),
);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });

const orderSet = fc.record(
  {
    status,
    note: maybe(fc.constantFrom('x', 'ü', "o'; --")),
    feeCents: maybe(cents),
    amountCents: cents,
    doneAt: maybe(fc.constant(AT)),
  },
  { requiredKeys: [] },
);
const by = fc.record({ orders: cents, amountCents: cents, feeCents: cents }, { requiredKeys: [] });
const day = fc.constantFrom('monday', 'tuesday');
const labelKey = word.map((name) => ({ kind: 'plain', name }));
const profile = fc.record({
  id: word.map(idOf),
  name: fc.constantFrom('Ada', 'Bob'),
  seenAt: maybe(fc.constant(AT)),
});

const changeData = <Parts extends object>(
  op: ChangeData['op'],
  table: string,
  parts: fc.Arbitrary<Parts>,
): fc.Arbitrary<ChangeData> => parts.map((each) => ({ op, table, ...each }));

const orderKey = order.map((id) => ({ id: idOf(id) }));
const dayKey = day.map((on) => ({ day: on }));

const rare = fc.oneof(
  changeData('delete', 'orders', fc.record({ key: orderKey })),
  changeData('update', 'daySums', fc.record({ key: dayKey, set: dayKey })),
  changeData('update', 'labels', fc.record({ key: labelKey, set: fc.record({ name: word }) })),
  changeData('insert', 'profiles', fc.record({ row: profile })),
  changeData('delete', 'facts', fc.record({ key: fc.constant({ number: '1' }) })),
);

const common = fc.oneof(
  fc.tuple(order, status).map(([id, be]) => placed(id, { status: be })),
  fc.tuple(order, orderSet).map(([id, set]) => changed(id, set)),
  changeData('add', 'orders', fc.record({ key: orderKey, by: fc.record({ feeCents: cents }) })),
  fc.tuple(day, by).map(([on, sums]) => summed(on, sums)),
  changeData('update', 'daySums', fc.record({ key: dayKey, set: by })),
  changeData('delete', 'daySums', fc.record({ key: dayKey })),
  fc.tuple(word, maybe(status)).map(([name, note]) => labelled(name, { note })),
  changeData('delete', 'labels', fc.record({ key: labelKey })),
  fc.tuple(fc.nat(300), status, maybe(word.map(idOf))).map((fact) => stated(...fact)),
);

const change: fc.Arbitrary<ChangeData> = fc.oneof(
  { weight: 30, arbitrary: common },
  { weight: 1, arbitrary: rare },
);

const event = fc.record({
  data: fc.array(change, { minLength: 1, maxLength: 3 }),
  partnerId: fc.constantFrom(PARTNER, PARTNER, OTHER),
  // Occasionally an event is unreadable.
  type: fc.constantFrom(...Array.from({ length: 15 }, () => 'Changed'), 'Forgotten'),
});

/** A log with events for the rebuild, and the sizes of the batches of the others. */
export type Life = {
  readonly events: readonly RecordedEvent[];
  readonly filled: number;
  readonly batches: readonly number[];
};

export const life: fc.Arbitrary<Life> = fc
  .record({
    events: fc.array(event, { maxLength: 60, size: 'max' }),
    filled: fc.nat(30),
    batches: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 5 }),
  })
  .map(({ events, ...rest }) => ({
    events: events.map((each, index) => eventAt(BigInt(index + 1), each)),
    ...rest,
  }));
