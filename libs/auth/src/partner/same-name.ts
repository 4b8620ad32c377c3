import { normalized } from '#kernel/normalized.js';

/** Whether people would take one name for the other. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (name: string): string =>
  normalized(name, 'NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
