import { expect, it } from '@jest/globals';
import { namedIn } from './alpaca-lookups.js';

const ID = 'c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4';
const OTHER = '3f0c2b8e-6b1d-4a0f-9a4c-0d6f2f9f7b31';
const OWN = '9a7e4c52-0b1f-4f43-8f52-6c2f6d1f0a77';

it.each([
  ['an id alone', ID, ID],
  ['a reversal', `Reversal of ${ID}`, ID],
  ['an undone journal', `Undo journal ${ID}`, ID],
  ['an id in punctuation', `Correction (${ID}), by hand.`, ID],
  ['an id on a second line', `Reversal of\n${ID}`, ID],
  ['an id in upper case', `REVERSAL OF ${ID.toUpperCase()}`, ID],
  ['two ids: the first one counts', `Reversal of ${ID}, not of ${OTHER}`, ID],
  ['the journal’s own id only', `Journal ${OWN}`, null],
  ['the journal’s own id in upper case', OWN.toUpperCase(), null],
  ['the journal’s own id before another one', `Journal ${OWN} reverses ${ID}`, ID],
  ['no id', 'Top-up: March', null],
  ['an empty text', '', null],
  ['a long text', 'x'.repeat(1_000), null],
  ['an id that lacks a digit', `Reversal of ${ID.slice(0, -1)}`, null],
  ['an id with one digit more', `Reversal of ${ID}0`, null],
  ['an id as a part of a longer one', `Reversal of ${ID}-${OTHER}`, null],
  ['a missing description', null, null],
  ['an absent description', undefined, null],
])('finds the named id in a description: %s', (_, description, named) =>
  expect(namedIn(description, OWN)).toBe(named),
);

it('compares the journal’s own id in any case', () =>
  expect(namedIn(`Journal ${OWN}`, OWN.toUpperCase())).toBeNull());
