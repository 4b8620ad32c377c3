import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../event-store/event-log.js';
import { encode, sliced } from './changes.js';
import { type Change, type Projection, register } from './projection.js';

const recorded = (position: bigint, partnerId: string, stream: string, type = 'Set') => ({
  id: `${position}`,
  stream,
  type,
  data: `${position}`,
  metadata: { partnerId, correlationId: '', causationId: '', actor: '', at: '' },
  revision: stream.startsWith('partner-') ? 0n : 1n,
  position,
});

const projection: Projection<string> = {
  name: 'things',
  version: 1,
  project: (data) => [{ op: 'set', doc: data, fields: { is: 'here' } }],
};

const things = register(projection, {
  thing: (type, data) => {
    if (type === 'Poison') throw new Error('Unknown thing');
    return String(data);
  },
});

const slice = (...events: RecordedEvent[]) =>
  sliced(events, things, ({ stream }) => stream.startsWith('partner-'));

const set = (position: string) => ['event', position, 'set', position, '2', 'is', 'here'];

describe('slicing a batch', () => {
  it('splits it by partner and keeps the order of the log', () => {
    const { slices } = slice(
      recorded(1n, 'a', 'thing-1'),
      recorded(2n, 'b', 'thing-2'),
      recorded(3n, 'a', 'thing-1'),
    );
    expect(slices).toMatchObject([
      { partnerId: 'a', lastPosition: '3', operations: [...set('1'), ...set('3')] },
      { partnerId: 'b', lastPosition: '2', operations: set('2') },
    ]);
  });

  it('moves the guard past events of other categories, and leaves out those of no partner', () => {
    const { slices, failed } = slice(
      recorded(1n, 'a', 'other-1', 'Poison'),
      recorded(2n, '', 'other-1'),
    );
    expect(slices).toMatchObject([{ partnerId: 'a', lastPosition: '1', operations: [] }]);
    expect(slices[0]?.unopened).toEqual([]);
    expect(failed).toEqual([]);
  });

  it('answers an event apart that should have a partner and names none', () => {
    const nobodys = recorded(1n, '', 'thing-1');
    const { slices, failed } = slice(nobodys, recorded(2n, 'a', 'thing-1'));
    expect(failed).toEqual([{ event: nobodys, reason: 'its metadata names no partner' }]);
    expect(slices).toMatchObject([{ partnerId: 'a', operations: set('2') }]);
  });

  it('answers a poison event apart and goes on behind it', () => {
    const poison = recorded(1n, 'a', 'thing-1', 'Poison');
    const { slices, failed } = slice(poison, recorded(2n, 'a', 'thing-1'));
    expect(failed).toEqual([{ event: poison, reason: 'Unknown thing' }]);
    expect(slices).toMatchObject([{ lastPosition: '2', operations: set('2') }]);
  });

  it('takes nothing of an event that does not fit', () => {
    const fields = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`f${i}`, '']));
    const many = register(
      {
        ...projection,
        project: (data: string): Change[] => [
          { op: 'delete', doc: data },
          { op: 'set', doc: data, fields: data === '1' ? fields : { is: 'here' } },
        ],
      },
      { thing: (_: string, data: unknown) => String(data) },
    );
    const [unfit, fit] = [recorded(1n, 'a', 'thing-1'), recorded(2n, 'a', 'thing-1')];
    const { slices, failed } = sliced([unfit, fit], many, () => false);
    expect(failed).toMatchObject([{ event: unfit }]);
    expect(slices).toMatchObject([
      { operations: ['event', '2', 'delete', '2', 'set', '2', '2', 'is', 'here'] },
    ]);
  });

  it('knows where a partner is opened and what came too early', () => {
    const early = recorded(1n, 'a', 'thing-1');
    const { slices } = slice(early, recorded(2n, 'a', 'partner-a'), recorded(3n, 'a', 'thing-1'));
    expect(slices).toMatchObject([{ opensAt: '2', lastPosition: '3', unopened: [early] }]);
  });
});

describe('encoding changes', () => {
  const encoded = (...changes: Change[]) => {
    const words: string[] = [];
    encode(changes, '9007199254740993', words);
    return words;
  };

  it('writes integers as text', () => {
    expect(encoded({ op: 'add', doc: 'd', field: 'f', by: -9_007_199_254_740_993n })).toEqual([
      'add',
      'd',
      'f',
      '-9007199254740993',
    ]);
  });

  it('orders an index by the position unless a score is given', () => {
    expect(
      encoded(
        { op: 'index', index: 'i', member: 'm' },
        { op: 'index', index: 'i', member: 'm', score: 0n },
      ),
    ).toEqual(['index', 'i', 'm', '9007199254740993', 'index', 'i', 'm', '0']);
  });

  it('parts fields that are set from fields that go', () => {
    expect(encoded({ op: 'set', doc: 'd', fields: { a: '1', b: null, c: '' } })).toEqual([
      ...['set', 'd', '4', 'a', '1', 'c', ''],
      ...['unset', 'd', '1', 'b'],
    ]);
    expect(encoded({ op: 'set', doc: 'd', fields: {} })).toEqual([]);
  });

  it('refuses more fields than the script can take', () => {
    const fields = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`f${i}`, '']));
    expect(() => encoded({ op: 'set', doc: 'd', fields })).toThrow(RangeError);
  });
});

describe('registering a projection', () => {
  it('refuses a name that would break its keys', () => {
    expect(() => register({ ...projection, name: 'a:b' }, {})).toThrow(RangeError);
    expect(() => register({ ...projection, version: 1.5 }, {})).toThrow(RangeError);
  });
});
