import { describe, expect, it } from '@jest/globals';
import { outcomeOf, statusAfter } from './outcome.js';
import { bootstrapSchema, completePerson, socialSecurityNumber } from './person.js';

describe('an invented person', () => {
  it('has a valid and unique social security number', () => {
    const numbers = Array.from({ length: 20_000 }, (_, index) => socialSecurityNumber(index + 1));
    for (const number of numbers)
      expect(number).toMatch(/^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('keeps known fields and has a family name without an outcome', () => {
    expect(completePerson(7, { 'id.first_name': 'Zoë' })['id.first_name']).toBe('Zoë');
    for (let number = 1; number <= 400; number++)
      expect(completePerson(number, {})['id.last_name']).not.toMatch(
        /(Fail|Review|Action|Reject)$/,
      );
  });

  it('lives in the country that is known', () => {
    const person = completePerson(1, { 'id.country': 'DE' });
    expect(person['id.city']).toBe('Newtown');
    expect(person['id.citizenships']).toBe('["DE"]');
  });
});

describe('bootstrap data', () => {
  it('has American dates and becomes ISO', () => {
    expect(bootstrapSchema.parse({ 'id.dob': '05/15/1990', 'custom.gender': null })).toEqual({
      'id.dob': '1990-05-15',
    });
    expect(bootstrapSchema.safeParse({ 'id.dob': '1990-05-15' }).success).toBe(false);
  });

  it('accepts only identifiers of the provider', () => {
    expect(bootstrapSchema.safeParse({ dateOfBirth: '05/15/1990' }).success).toBe(false);
    expect(bootstrapSchema.safeParse({ 'id.country': 'DEU' }).success).toBe(false);
  });
});

describe('the family name', () => {
  it.each([
    ['McFail', 'fail', 'fail', false],
    ['Review', 'review', 'pending', true],
    ['Failing', 'pass', 'pass', false],
    ['', 'pass', 'pass', false],
  ] as const)('%s: %s', (name, outcome, status, review) => {
    expect(outcomeOf(name)).toBe(outcome);
    expect(statusAfter(outcome)).toEqual({ status, review });
  });
});
