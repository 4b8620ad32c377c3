import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { SecretCipher } from './secret-cipher.js';

const [old, fresh] = ['old', 'new'].map((kid) => ({ kid, key: randomBytes(32) })) as [Key, Key];
type Key = { kid: string; key: Buffer };

const box = new SecretCipher([fresh, old]);
const ciphertext = box.seal('JBSWY3DP', 'twoFactor:u-1');

/** Returns the text with one inverted bit in a byte. */
const withBit = (byte: number) => {
  const [version, kid, text = ''] = ciphertext.split('.');
  const bytes = Buffer.from(text, 'base64url');
  bytes[byte]! ^= 1;
  return [version, kid, bytes.toString('base64url')].join('.');
};

describe('an encrypted text', () => {
  it('decrypts with the context that it is bound to', () =>
    expect(box.open(ciphertext, 'twoFactor:u-1')).toBe('JBSWY3DP'));
  it('does not decrypt with another context', () =>
    expect(() => box.open(ciphertext, 'twoFactor:u-2')).toThrow());
  it('shows nothing of itself', () => expect(ciphertext).not.toContain('JBSWY3DP'));
  it('differs each time', () => expect(box.seal('JBSWY3DP', 'twoFactor:u-1')).not.toBe(ciphertext));
  it('names the first key of the ring', () => expect(ciphertext).toMatch(/^v1\.new\./));
  it('of an earlier key decrypts while the ring contains the key', () => {
    const before = new SecretCipher([old]).seal('x', 'b');
    expect(box.open(before, 'b')).toBe('x');
    expect(() => new SecretCipher([fresh]).open(before, 'b')).toThrow('No encryption key old');
  });
  it.each([
    ['iv', 0],
    ['tag', 12],
    ['content', 28],
  ])('with another %s does not open', (_, byte) =>
    expect(() => box.open(withBit(byte), 'twoFactor:u-1')).toThrow(),
  );
  it('with a shortened tag does not decrypt', () => {
    const short = `v1.new.${Buffer.from(ciphertext.split('.')[2]!, 'base64url').subarray(0, 20).toString('base64url')}`;
    expect(() => box.open(short, 'twoFactor:u-1')).toThrow();
  });
  it('of another version does not decrypt', () =>
    expect(() => box.open(ciphertext.replace('v1.', 'v2.'), 'twoFactor:u-1')).toThrow('v2'));
});
