import { domainToASCII, domainToUnicode } from 'node:url';
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

/**
 * The key, and then the forms by which the same address may be known that was kept before there was
 * one form of a domain.
 */
export const emailForms = (email: string): readonly string[] => {
  const key = emailKey(email);
  const { local, domain } = partsOf(key);
  const unicode = local === '' ? key : `${local}@${domainToUnicode(domain)}`;
  const asWritten = [email.toLowerCase(), normalized(email, 'NFC').toLowerCase()];
  return [...new Set([key, ...asWritten, unicode])];
};

const partsOf = (email: string) => {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, Math.max(at, 0)), domain: email.slice(at + 1) };
};
