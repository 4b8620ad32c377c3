import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../event-store/event-log.js';
import { requireFit, sliced } from './changes.js';
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

const set = (position: string) => ({
  position,
  changes: [{ op: 'set', doc: position, fields: { is: 'here' } }],
});

describe('slicing a batch', () => {
  it('splits it by partner and keeps the order of the log', () => {
    const { slices } = slice(
      recorded(1n, 'a', 'thing-1'),
      recorded(2n, 'b', 'thing-2'),
      recorded(3n, 'a', 'thing-1'),
    );
    expect(slices).toMatchObject([
      { partnerId: 'a', lastPosition: '3', steps: [set('1'), set('3')] },
      { partnerId: 'b', lastPosition: '2', steps: [set('2')] },
    ]);
  });

  it('moves the guard past events of other categories, and leaves out those of no partner', () => {
    const { slices, failed } = slice(
      recorded(1n, 'a', 'other-1', 'Poison'),
      recorded(2n, '', 'other-1'),
    );
    expect(slices).toMatchObject([{ partnerId: 'a', lastPosition: '1', steps: [] }]);
    expect(slices[0]?.unopened).toEqual([]);
    expect(failed).toEqual([]);
  });

  it('answers an event apart that should have a partner and names none', () => {
    const nobodys = recorded(1n, '', 'thing-1');
    const { slices, failed } = slice(nobodys, recorded(2n, 'a', 'thing-1'));
    expect(failed).toEqual([{ event: nobodys, reason: 'its metadata names no partner' }]);
    expect(slices).toMatchObject([{ partnerId: 'a', steps: [set('2')] }]);
  });

  it('answers a poison event apart and goes on behind it', () => {
    const poison = recorded(1n, 'a', 'thing-1', 'Poison');
    const { slices, failed } = slice(poison, recorded(2n, 'a', 'thing-1'));
    expect(failed).toEqual([{ event: poison, reason: 'Unknown thing' }]);
    expect(slices).toMatchObject([{ lastPosition: '2', steps: [set('2')] }]);
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
    expect(slices).toMatchObject([{ steps: [{ position: '2' }] }]);
    expect(() => requireFit([{ op: 'set', doc: 'd', fields }])).toThrow(RangeError);
  });

  it('knows where a partner is opened and what came too early', () => {
    const early = recorded(1n, 'a', 'thing-1');
    const { slices } = slice(early, recorded(2n, 'a', 'partner-a'), recorded(3n, 'a', 'thing-1'));
    expect(slices).toMatchObject([{ opensAt: '2', lastPosition: '3', unopened: [early] }]);
  });
});

describe('registering a projection', () => {
  it('refuses a name that would break its keys', () => {
    expect(() => register({ ...projection, name: 'a:b' }, {})).toThrow(RangeError);
    expect(() => register({ ...projection, version: 1.5 }, {})).toThrow(RangeError);
  });
});

describe('reading an event', () => {
  it('is done once for all read models that take in the same batch', () => {
    let calls = 0;
    const parse = (_type: string, data: unknown) => {
      calls++;
      return String(data);
    };
    const events = [recorded(1n, 'a', 'thing-1')];
    for (const name of ['one', 'other'])
      sliced(events, register({ ...projection, name }, { thing: parse }), () => false);
    expect(calls).toBe(1);
  });
});
