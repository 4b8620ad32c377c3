import { describe, expect, it } from '@jest/globals';
import { tally } from './tally.js';

/** Counts `views` in minute 10; at most three fields, and those of the last two minutes stay. */
const counted = (fields: Readonly<Record<string, string>>) => {
  const limits = { bucket: 10, field: 'views', keep: 2, most: 3 };
  const after = tally(new Map(Object.entries(fields)), { op: 'tally', doc: 'd', ...limits });
  return Object.fromEntries(after);
};

describe('a tally', () => {
  it.each([
    ['begins with one', {}, { '10/views': '1' }],
    ['goes on from what was counted', { '10/views': '41' }, { '10/views': '42' }],
    [
      'counts beyond what a double holds',
      { '10/views': '9007199254740993' },
      { '10/views': '9007199254740994' },
    ],
    [
      'keeps buckets and fields apart',
      { '9/views': '5', '10/clicks': '7' },
      { '9/views': '5', '10/clicks': '7', '10/views': '1' },
    ],
  ])('%s', (_, before, after) => expect(counted(before)).toEqual(after));

  it.each([
    [
      'forgets nothing while there is room',
      { '1/views': '1', '2/views': '1' },
      { '1/views': '1', '2/views': '1', '10/views': '1' },
    ],
    [
      'forgets nothing when it gets no new field',
      { '1/views': '1', '2/views': '1', '3/views': '1', '10/views': '1' },
      { '1/views': '1', '2/views': '1', '3/views': '1', '10/views': '2' },
    ],
    [
      'forgets the old buckets with a field too many, and no younger one',
      { '7/views': '1', '8/views': '1', '8/clicks': '1', '9/views': '4' },
      { '9/views': '4', '10/views': '1' },
    ],
    [
      'compares buckets as numbers, not as text',
      { '1/views': '1', '9/views': '4', '11/views': '5', '100/views': '6' },
      { '9/views': '4', '11/views': '5', '100/views': '6', '10/views': '1' },
    ],
    [
      'leaves the fields that are no buckets alone',
      { name: 'x', '3': '4', 'a/1/b': '5', '8/views': '1' },
      { name: 'x', '3': '4', 'a/1/b': '5', '10/views': '1' },
    ],
  ])('%s', (_, before, after) => expect(counted(before)).toEqual(after));
});
