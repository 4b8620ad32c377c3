import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_BITS = 80n;
const CHARACTERS = 26;

export const FIRST_ULID = '0'.repeat(CHARACTERS);

export const isUlid = (text: string): boolean => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text);

/**
 * Returns a ULID for this time that is above `previous`. Ids are cursors, so they must increase within
 * a millisecond, across a restart, and if the clock is set back.
 */
export const ulidAfter = (previous: string, nowMs: number): string => {
  const last = decode(previous);
  const random = BigInt(`0x${randomBytes(10).toString('hex')}`);
  const fresh = (BigInt(nowMs) << RANDOM_BITS) | random;
  return encode(fresh > last && fresh >> RANDOM_BITS > last >> RANDOM_BITS ? fresh : last + 1n);
};

/** Returns the lowest ULID of a time (epoch ms). */
export const firstUlidOf = (ms: number): string => encode(BigInt(ms) << RANDOM_BITS);

/** Returns the time of a ULID, epoch ms. */
export const momentOf = (ulid: string): number => Number(decode(ulid) >> RANDOM_BITS);

const decode = (ulid: string): bigint =>
  Array.from(ulid).reduce((value, letter) => value * 32n + BigInt(ALPHABET.indexOf(letter)), 0n);

const encode = (value: bigint): string =>
  Array.from(
    { length: CHARACTERS },
    (_, place) => ALPHABET[Number((value >> BigInt((CHARACTERS - 1 - place) * 5)) & 31n)],
  ).join('');
