import { describe, expect, it } from '@jest/globals';
import { projected } from '../../../../test/support/given.js';
import { indexOf, listed, relisted } from './status-indexes.js';

const model = projected(
  {
    name: 'things',
    version: 1,
    project: ({ data }: { type: string; data: { before: string[] | null; to: string } }) =>
      data.before === null
        ? listed('t-1', 'u-1', data.to)
        : relisted('t-1', 'u-1', data.before, data.to),
  },
  { type: 'Made', data: { before: null, to: 'new' } },
  { type: 'Moved', data: { before: ['new', 'open'], to: 'open' } },
  { type: 'Moved', data: { before: ['new', 'open'], to: 'done' } },
);

describe('the lists of a document', () => {
  it.each([
    ['all', {}],
    ['of its owner', { owner: 'u-1' }],
    ['of its status', { status: 'done' }],
    ['of both', { owner: 'u-1', status: 'done' }],
  ])('hold it at the place of its making: %s', (_, filter) =>
    expect(model.indexes[indexOf(filter)]).toEqual({ 't-1': 1n }),
  );
  it.each([{ status: 'new' }, { status: 'open' }, { owner: 'u-1', status: 'open' }])(
    'hold it no more under %j',
    (filter) => expect(model.indexes[indexOf(filter)] ?? {}).toEqual({}),
  );
  it('tells an owner apart from a status of the same name', () =>
    expect(indexOf({ owner: 'x' })).not.toBe(indexOf({ status: 'x' })));
});
