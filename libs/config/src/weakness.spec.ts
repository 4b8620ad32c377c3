import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { weaknessOf } from './weakness.js';

describe('a secret', () => {
  it.each([
    ['one letter', Buffer.from('x'), /shorter than 16/],
    ['fifteen random bytes', randomBytes(15), /shorter than 16/],
    ['zeros alone', Buffer.alloc(32), /repeats/],
    ['five letters again and again', Buffer.from('abcde'.repeat(8)), /repeats/],
    ['counting up', Buffer.from(Array.from({ length: 32 }, (_, i) => i)), /series/],
    ['counting down', Buffer.from(Array.from({ length: 32 }, (_, i) => 200 - 3 * i)), /series/],
    ['the alphabet', Buffer.from('abcdefghijklmnopqrstuvwxyz0123456789'), /series/],
    [
      'a key of RFC 7517',
      Buffer.from('870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE', 'base64url'),
      /published/,
    ],
    ['a placeholder', Buffer.from('ChangeMe-before-production'), /placeholder/],
  ])('of %s is weak', (_, secret, why) => expect(weaknessOf(secret)).toMatch(why));

  it.each([
    ['bytes', (bytes: Buffer) => bytes],
    ['base64', (bytes: Buffer) => Buffer.from(bytes.toString('base64'))],
    ['hexadecimal digits', (bytes: Buffer) => Buffer.from(bytes.toString('hex'))],
  ])('of random %s is none', (_, written) => {
    for (let i = 0; i < 2_000; i++) expect(weaknessOf(written(randomBytes(24)))).toBeNull();
  });
});
