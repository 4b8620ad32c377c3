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
  it.each([
    [{}, 'all'],
    [{ owner: 'u-1' }, 'owner:u-1'],
    [{ status: 'new' }, 'status:new'],
    [{ owner: 'u-1', status: 'new' }, 'owner:u-1/status:new'],
  ])('of %j have the name %s', (filter, name) => expect(indexOf(filter)).toBe(name));
  it('take a new document as one that none of them holds', () =>
    expect(listed('t-1', 'u-1', 'new')).toEqual(
      ['all', 'owner:u-1', 'status:new', 'owner:u-1/status:new'].map((index) => ({
        ...{ op: 'index', index, member: 't-1', isNew: true },
      })),
    ));
  it('of one owner are not those of the owner before', () =>
    expect(
      ['u-1', 'u-2', 'u-1'].map((owner) => relisted('t', owner, ['new'], 'open').at(-1)),
    ).toMatchObject(
      ['u-1', 'u-2', 'u-1'].map((owner) => ({
        from: `owner:${owner}/status:new`,
        to: `owner:${owner}/status:open`,
      })),
    ));
  it('tells an owner apart from a status of the same name', () =>
    expect(indexOf({ owner: 'x' })).not.toBe(indexOf({ status: 'x' })));
});
