import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { centsFromDecimal } from '#kernel/money.js';
import { type Application, nextOf } from './broker/account.rules.js';
import { courseOf } from './broker/journal.rules.js';
import { DESCRIBED } from './market/assets.js';
import { outcomeOf } from './identity/outcome.js';

const page = readFileSync('docs/partners/sandbox-outcomes.md', 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| '));
const rowWith = (cell: string) => rows.find((line) => line.includes(` \`${cell}\` `)) ?? '';

/** Returns the first status for an applicant with this family name. */
const verdictOf = (familyName: string) =>
  nextOf('SUBMITTED', {
    identity: { family_name: familyName },
    disclosures: {},
  } as unknown as Application)?.status;

describe('the page on sandbox outcomes matches the sandbox', () => {
  it.each([
    ['McFail', 'fail', 'APPROVED', 'The identity check fails'],
    ['McReview', 'review', 'APPROVED', 'waits for a reviewer'],
    ['McAction', 'pass', 'ACTION_REQUIRED', '`ACTION_REQUIRED`'],
    ['McReject', 'pass', 'REJECTED', '`REJECTED`'],
    ['Lovelace', 'pass', 'APPROVED', '`ACTIVE`'],
  ])('with the name %s', (familyName, outcome, verdict, words) => {
    expect([outcomeOf(familyName), verdictOf(familyName)]).toEqual([outcome, verdict]);
    expect(rowWith(familyName)).toContain(words);
  });

  it.each([
    ['30.13', 'rejected', '`failed`'],
    ['30.17', 'executed-then-reversed', '`reversed`'],
    ['30.00', 'executed', '`completed`'],
  ])('with the net amount %s', (amount, course, words) => {
    expect(courseOf(centsFromDecimal(amount))).toBe(course);
    expect(rowWith(amount)).toContain(words);
  });

  it('with every symbol that it describes', () =>
    expect(DESCRIBED.filter(({ symbol }) => !page.includes(`\`${symbol}\``))).toEqual([]));
});
