import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { actorOf, dollars, sentenceOf, shares } from './timeline-words.js';

const CATEGORIES = [
  'user',
  'onboarding',
  'profile',
  'twoFactor',
  'verification',
  'deposit',
  'order',
];

/** Events of the streams in the histories, from the event catalog. */
const events = readFileSync('docs/reference/events.md', 'utf8')
  .split('\n### ')
  .slice(1)
  .filter((part) => CATEGORIES.includes(part.split('\n')[0]!))
  .flatMap((part) => [...part.matchAll(/^- \*\*(\w+)\*\*/gm)].map(([, type]) => type!));

describe('the words of a history', () => {
  it.each(events)('has a sentence for %s', (type) => {
    const sentence = sentenceOf(type, {});
    expect(sentence.replaceAll(' ', '').toLowerCase()).not.toBe(type.toLowerCase());
    expect(sentence).not.toMatch(/undefined|object/);
  });

  it.each([
    ['DepositRequested', { amountCents: '25000000' }, 'a deposit of 250,000.00 USD'],
    [
      'DepositReversed',
      { reason: 'The broker took the credit back (canceled)' },
      /^The broker took the credit back \(canceled\)$/,
    ],
    ['DepositReversed', { reason: 'canceled' }, /^The broker took the credit back: canceled$/],
    ['DepositAdjusted', { reason: 'Changed', amountCents: '-1500' }, 'owes 15.00 USD less'],
    ['DepositAdjusted', { reason: 'Changed', amountCents: '1500' }, 'owes 15.00 USD more'],
    ['DepositAdjusted', { reason: 'Another journal', amountCents: '0' }, /^Another journal$/],
    [
      'DepositRequested',
      { direction: 'WITHDRAWAL', amountCents: '2500' },
      'asked for a withdrawal of 25.00 USD',
    ],
    [
      'DepositCompleted',
      { direction: 'WITHDRAWAL', amountCents: '2500' },
      'was debited with 25.00 USD; the firm owes',
    ],
    [
      'DepositReversed',
      { direction: 'WITHDRAWAL', reason: 'The user has the money' },
      /^The user has the money$/,
    ],
    ['DepositFailed', { reason: 'no such account' }, 'no money moved: no such account'],
    ['OrderRequested', { side: 'buy', amountCents: '10000', symbol: 'AAPL' }, 'buy 100.00 USD of'],
    [
      'OrderRequested',
      { side: 'sell', amountCents: '0', quantityBillionths: '500000000', symbol: 'AAPL' },
      'sell 0.5 shares of AAPL',
    ],
    ['OrderFilled', { filledBillionths: '2000000000', averagePrice: '200' }, '2 shares at 200 USD'],
    ['SomethingNew', {}, 'Something new'],
    ['DepositRequested', null, 'Deposit requested'],
    ['DepositStarted', null, 'The broker is being asked to move the money'],
  ])('%s has a sentence with its data', (type, data, words) => {
    expect(sentenceOf(type, data)).toEqual(
      typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words),
    );
  });

  it('keeps all digits', () => {
    expect(dollars('9007199254740993')).toBe('90,071,992,547,409.93 USD');
    expect(dollars('-5')).toBe('−0.05 USD');
    expect(shares('9007199254740993000000001')).toBe('9007199254740993.000000001');
  });

  it.each([
    ['partnerUser:7d0c', 'the partner'],
    ['worker', 'the service itself'],
    ['staff:7d0c', 'staff 7d0c'],
    ['provider:identity', 'the identity provider'],
    ['provider', 'the identity provider'],
    ['operator:ada@staff.example', 'the operator ada@staff.example'],
    ['operator:command-line', 'an operator, on the command line'],
  ])('%s is %s', (actor, words) => {
    expect(actorOf(actor)).toBe(words);
  });
});
