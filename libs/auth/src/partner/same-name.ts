import { normalized } from '#kernel/normalized.js';

/** Returns whether two names look the same to people. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (name: string): string =>
  normalized(name, 'NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
