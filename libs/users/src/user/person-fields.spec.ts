import { describe, expect, it } from '@jest/globals';
import type { Config } from '#config/config.js';
import { RequestPipe } from '#http/request.pipe.js';
import { NameField, PhoneField, birthErrors, isTradingCountry } from './person-fields.js';

class Body {
  @NameField({ optional: true }) readonly name?: string;
  @PhoneField({ optional: true }) readonly phoneNumber?: string;
}

const pipe = new RequestPipe({} as Config);
const checked = async (body: object) => pipe.transform(body, { type: 'body', metatype: Body });

describe('a name', () => {
  it.each([
    ['Latin', 'Ada'],
    ['one character', '李'],
    ['a hundred characters', 'a'.repeat(100)],
    ['a hundred characters beyond 16 bits', '𠮷'.repeat(100)],
    ['a hundred characters of several parts', 'e\u0301'.repeat(100)],
    ['Hindi', 'नि'.repeat(100)],
    ['Arabic', 'محمد'],
    ['Persian with a joiner', 'علی\u200cرضا'],
    ['Hindi with a joiner', 'क्\u200dष'],
    ['a variant of a character', '葛\u{e0100}城'],
    ['a name with marks', "O'Brien-Łukasz, Jr."],
  ])('may be %s', async (_, name) => expect(await checked({ name })).toMatchObject({ name }));

  it.each([
    ['empty', ''],
    ['blank', '  \u00a0\u200b'],
    ['a hundred and one characters', 'a'.repeat(101)],
    ['a hundred and one characters beyond 16 bits', '𠮷'.repeat(101)],
    ['one character of 2,000 parts', `e${'\u0301'.repeat(2_000)}`],
    ['a control character', 'Ada\u0000'],
    ['half a character', 'Ada\ud800'],
    ['an invisible letter', '\u3164'],
    ['invisible letters', '\u115f\u1160\uffa0'],
    ['an empty pattern', '\u2800'],
    ['a joiner alone', '\u200d'],
    ['a name with a hidden character', 'Ad\u200ba'],
    ['a name with a soft hyphen', 'Ad\u00ada'],
    ['a name that reverses the following text', '\u202eadA'],
  ])('is not %s', async (_, name) =>
    expect(checked({ name })).rejects.toMatchObject({
      refusal: 'unacceptable',
      code: 'name_invalid',
    }),
  );
  it('is text', async () =>
    expect(checked({ name: null })).rejects.toMatchObject({ refusal: 'malformed' }));
});

describe('a phone number', () => {
  it.each(['+12025550143', '+6834002', '+123456789012345'])('may be %s', async (phoneNumber) =>
    expect(await checked({ phoneNumber })).toMatchObject({ phoneNumber }),
  );
  it.each(['12025550143', '+02025550143', '+1 202 555 0143', '+1234567890123456', '+1', ''])(
    'is not %j',
    async (phoneNumber) =>
      expect(checked({ phoneNumber })).rejects.toMatchObject({ code: 'phone_invalid' }),
  );
});

describe('a date of birth', () => {
  const lastMoment = new Date('2026-03-16T23:59:59.999Z');
  const firstMoment = new Date('2026-03-16T00:00:00.000Z');
  it.each([
    ['the 18th birthday from its first moment', '2008-03-16', firstMoment, []],
    ['the day after, until its last moment', '2008-03-17', lastMoment, ['user_too_young']],
    ['a leap day', '2004-02-29', firstMoment, []],
    ['the 150th birthday', '1876-03-16', firstMoment, []],
    ['the day before it', '1876-03-15', firstMoment, ['date_invalid']],
    ['the time of the Romans', '0001-01-01', firstMoment, ['date_invalid']],
    ['a leap day of a common year', '2005-02-29', firstMoment, ['date_invalid']],
    ['the 31st of April', '1990-04-31', firstMoment, ['date_invalid']],
    ['another order', '16-03-1990', firstMoment, ['date_invalid']],
    ['a date-time', '1990-03-16T00:00:00Z', firstMoment, ['date_invalid']],
    ['the future', '2999-01-01', firstMoment, ['user_too_young']],
    ['nothing', '', firstMoment, ['date_invalid']],
  ])('%s', (_, dateOfBirth, now, codes) =>
    expect(birthErrors(dateOfBirth, now).map(({ code }) => code)).toEqual(codes),
  );
});

describe('a two-letter country', () => {
  it.each([
    ['US', true],
    ['DE', true],
    ['FR', false],
    ['us', false],
    ['USA', false],
    ['XX', false],
    ['', false],
  ])('%s: %s', (alpha2, traded) => expect(isTradingCountry(alpha2, ['DEU', 'USA'])).toBe(traded));
});
