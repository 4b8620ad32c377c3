import { domainToASCII } from 'node:url';
import { normalized } from './normalized.js';

/**
 * One form of what is one address, whatever the case, the composition of its characters and the
 * spelling of an international domain.
 */
export const emailKey = (email: string): string => {
  const text = normalized(email, 'NFKC').toLowerCase();
  const { local, domain } = partsOf(text);
  const ascii = domainToASCII(domain);
  return local === '' || ascii === '' ? text : `${local}@${ascii}`;
};

/** The address with its domain in ASCII, as providers take it; null if it has no such form. */
export const asciiEmail = (email: string): string | null => {
  const { local, domain } = partsOf(email.trim());
  const address = `${local}@${domainToASCII(domain)}`;
  return /^[!-?A-~]+@[!-?A-~]+$/.test(address) ? address : null;
};

/** Whether both are one address, whatever the case and the spelling of the domain. */
export const isSameEmail = (one: string, other: string): boolean =>
  emailKey(one.trim()) === emailKey(other.trim());

const partsOf = (email: string) => {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, Math.max(at, 0)), domain: email.slice(at + 1) };
};
