import { describe, expect, it } from '@jest/globals';
import { toRows } from './append-input.js';
import { APPEND_BYTES_MAX, type NewEvent } from './event-log.js';

const ids = ['0198c0de-0000-7000-8000-00000000000a', '0198c0de-0000-7000-8000-00000000000b'];
const [id = '', otherId = ''] = ids;
const metadata = {
  partnerId: 'p-1',
  correlationId: 'r-1',
  causationId: 'r-1',
  actor: 'test',
  at: '2026-03-16T12:00:00.000Z',
};
const event = (changes: Partial<NewEvent> = {}): NewEvent => ({
  id,
  type: 'Counted',
  data: { by: 1 },
  metadata,
  ...changes,
});
/** Returns data with a JSON text of the given size, in characters of two bytes. */
const ofBytes = (bytes: number) => `${'é'.repeat((bytes - 2) >> 1)}${'a'.repeat(bytes % 2)}`;

describe('an append', () => {
  it('becomes JSON text, event by event, in their order', () =>
    expect(toRows([event(), event({ id: otherId, type: 'Paid', data: null })])).toEqual([
      { id, type: 'Counted', data: '{"by":1}', metadata: JSON.stringify(metadata) },
      { id: otherId, type: 'Paid', data: 'null', metadata: JSON.stringify(metadata) },
    ]));
  it('converts its ids to lower case', () =>
    expect(toRows([event({ id: id.toUpperCase() })])).toMatchObject([{ id }]));
  it.each(['a', 'a$', 'a$b'])('may be of the type %j', (type) =>
    expect(toRows([event({ type })])).toMatchObject([{ type }]),
  );
  it.each([
    ['without events', [], 'at least one event'],
    ['with an id twice', [event(), event()], 'two events of one append have the same id'],
    ['with an id twice, in another case', [event(), event({ id: id.toUpperCase() })], 'same id'],
    ['with an id that is not a UUID', [event({ id: 'x-1' })], 'event id is not a UUID: x-1'],
    ['with an event without a type', [event({ type: '' })], 'not an event type: ""'],
    ["with a type of the store's own", [event({ type: '$metadata' })], '"$metadata"'],
    ['with an event without data', [event({ data: undefined })], 'Counted: event data is not JSON'],
    ['with a function as data', [event({ data: () => 1 })], 'Counted: event data is not JSON'],
    ['with a bigint in the data', [event({ data: { by: 1n } })], 'BigInt'],
  ])('%s is refused', (_, events, message) => expect(() => toRows(events)).toThrow(message));
});

describe('the data of an append', () => {
  const half = APPEND_BYTES_MAX / 2;

  it.each([
    ['one event', [APPEND_BYTES_MAX]],
    ['two events together', [half, half]],
  ])('may fill the limit: %s', (_, sizes) =>
    expect(
      toRows(sizes.map((size, i) => event({ id: ids[i]!, data: ofBytes(size) }))),
    ).toHaveLength(sizes.length),
  );
  it.each([
    ['one event', [APPEND_BYTES_MAX + 1]],
    ['two events together', [half, half + 1]],
  ])('may not be a byte longer: %s', (_, sizes) =>
    expect(() =>
      toRows(sizes.map((size, i) => event({ id: ids[i]!, data: ofBytes(size) }))),
    ).toThrow('1048577 bytes of event data in one append exceed 1048576'),
  );
});
