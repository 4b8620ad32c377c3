import { expect, it } from '@jest/globals';
import { isUsState, stateName } from './us-states.js';

it.each([
  ['CA', 'California'],
  ['GU', 'Guam'],
  ['VI', 'U.S. Virgin Islands'],
  ['AS', 'American Samoa'],
  ['MP', 'Northern Mariana Islands'],
  ['AA', 'Armed Forces Americas'],
  ['AE', 'Armed Forces Europe'],
  ['AP', 'Armed Forces Pacific'],
  ['Bavaria', 'Bavaria'],
])('%s is called %s', (code, name) => expect(stateName(code)).toBe(name));

it.each([
  ['GU', true],
  ['new york', true],
  ['XX', false],
  ['constructor', false],
])('%s is a state: %s', (text, isState) => expect(isUsState(text)).toBe(isState));
