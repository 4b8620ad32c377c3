import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { asciiEmail, emailKey, isSameEmail } from './email.js';

describe('the key of an e-mail', () => {
  it.each([
    ['case', 'ADA@Users.Example', 'ada@users.example'],
    ['composition', 'zoe\u0308@users.example', 'zo\u00eb@users.example'],
    ['compatible letters', '\uff41da@users.example', 'ada@users.example'],
    ['a domain in Unicode', 'ada@m\u00fcnchen.example', 'ada@xn--mnchen-3ya.example'],
    ['a domain in capitals', 'ada@M\u00dcNCHEN.example', 'ada@xn--mnchen-3ya.example'],
    ['a domain of two parts', 'ada@mu\u0308nchen.example', 'ada@xn--mnchen-3ya.example'],
  ])('is one whatever the %s', (_, email, key) => expect(emailKey(email)).toBe(key));

  it('is in lower case for every address without an international domain', () =>
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        fc.pre(!email.toLowerCase().includes('xn--'));
        expect(emailKey(email)).toBe(email.toLowerCase());
      }),
    ));

  it('of text longer than any address is not normalized', () => {
    const normalize = jest.spyOn(String.prototype, 'normalize');
    const text = `a${'\u0300\u0316'.repeat(1_000)}@x.example`;
    expect(emailKey(text)).toBe(text);
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
  });

  it.each(['', '@', 'ada', 'ada@', 'ada@%', 'a@b@c'])('of %j is defined', (text) =>
    expect(emailKey(text)).toBe(text),
  );
});

describe('the ASCII form of an e-mail', () => {
  it.each([
    ['Ada+uk@example.com', 'Ada+uk@example.com'],
    [' ada@M\u00fcnchen.example ', 'ada@xn--mnchen-3ya.example'],
    ['ada@\u4f8b\u3048.example', 'ada@xn--r8jz45g.example'],
    ['zo\u00eb@example.com', null],
    ['@example.com', null],
    ['ada@', null],
    ['', null],
  ])('of %j is %j', (email, ascii) => expect(asciiEmail(email)).toBe(ascii));

  it('is the same address', () => {
    expect(isSameEmail('ada@m\u00fcnchen.example', 'Ada@xn--mnchen-3ya.example ')).toBe(true);
    expect(isSameEmail('ada@m\u00fcnchen.example', 'ada@munchen.example')).toBe(false);
  });
});
