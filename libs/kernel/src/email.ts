import { domainToASCII } from 'node:url';
import { normalized } from './normalized.js';

/**
 * Returns the same text for all forms of an address. Forms differ in case, in the composition of
 * characters and in the encoding of an international domain.
 */
export const emailKey = (email: string): string => {
  const text = normalized(email, 'NFKC').toLowerCase();
  const { local, domain } = partsOf(text);
  const ascii = domainToASCII(domain);
  return local === '' || ascii === '' ? text : `${local}@${ascii}`;
};

/** Returns the address with an ASCII domain, as providers require; null for any other address. */
export const asciiEmail = (email: string): string | null => {
  const { local, domain } = partsOf(email.trim());
  const address = `${local}@${domainToASCII(domain)}`;
  return /^[!-?A-~]+@[!-?A-~]+$/.test(address) ? address : null;
};

/** Returns whether both texts are forms of the same address. */
export const isSameEmail = (one: string, other: string): boolean =>
  emailKey(one.trim()) === emailKey(other.trim());

const partsOf = (email: string) => {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, Math.max(at, 0)), domain: email.slice(at + 1) };
};
