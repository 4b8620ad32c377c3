import { describe, expect, it } from '@jest/globals';
import { cents } from '#platform/core/money.js';
import { takenBackBy } from './taken-back-by.js';

type Journal = readonly [id: string, amount: number | null, name?: string];

const journal = ([id, amount, name]: Journal) => ({
  id,
  amount: amount === null ? null : cents(amount),
  name: name ?? null,
});

describe('what took a credit back', () => {
  it.each<[string, readonly Journal[], readonly Journal[], Record<string, string>]>([
    ['is over as much', [['h-1', 5]], [['m-1', 5]], { 'h-1': 'm-1' }],
    ['is none over another amount', [['h-1', 5]], [['m-1', 4]], {}],
    ['is none that nobody can read', [['h-1', null]], [['m-1', null]], {}],
    ['names it, whatever it is over', [['h-1', 5]], [['m-1', 4, 'h-1']], { 'h-1': 'm-1' }],
    [
      'names it rather than is over as much',
      [['h-1', 5]],
      [
        ['m-1', 5],
        ['m-2', 5, 'h-1'],
      ],
      { 'h-1': 'm-2' },
    ],
    [
      'is the first that names it',
      [['h-1', 5]],
      [
        ['m-1', 5, 'h-1'],
        ['m-2', 5, 'h-1'],
      ],
      { 'h-1': 'm-1' },
    ],
    [
      'is none that names another, while that one is there',
      [
        ['h-1', 5],
        ['h-2', 5],
      ],
      [['m-1', 5, 'h-2']],
      { 'h-2': 'm-1' },
    ],
    [
      'takes back one only',
      [
        ['h-1', 5],
        ['h-2', 5],
        ['h-3', 5],
      ],
      [
        ['m-1', 5],
        ['m-2', 5, 'h-1'],
      ],
      { 'h-1': 'm-2', 'h-2': 'm-1' },
    ],
  ])('%s', (_, credits, backs, expected) => {
    const taken = takenBackBy(credits.map(journal), backs.map(journal), ({ name }) => name);
    expect(Object.fromEntries([...taken].map(([id, back]) => [id, back.id]))).toEqual(expected);
  });
});
