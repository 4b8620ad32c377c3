import { type Hash, createHash } from 'node:crypto';
import { decimalText } from '#kernel/decimal-text.js';
import { ExactNumber } from '../exact-json.js';

/**
 * Returns the SHA-256 of a body as a JSON value. The order of members, white space, escapes and
 * number notation do not matter, but every digit does. For values of `parseJson`.
 */
export const bodyHash = (body: unknown): string => {
  const hash = createHash('sha256');
  add(hash, body);
  return hash.digest('hex');
};

const add = (hash: Hash, value: unknown): void => {
  if (typeof value === 'number') hash.update(decimalText(value));
  else if (value instanceof ExactNumber) hash.update(value.text);
  else if (Array.isArray(value)) {
    hash.update('[');
    for (const item of value) {
      add(hash, item);
      hash.update(',');
    }
    hash.update(']');
  } else if (typeof value === 'object' && value !== null) {
    hash.update('{');
    for (const [key, member] of Object.entries(value).sort(byName)) {
      hash.update(`${JSON.stringify(key)}:`);
      add(hash, member);
      hash.update(',');
    }
    hash.update('}');
  } else hash.update(JSON.stringify(value ?? null));
};

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
