import { isIP } from 'node:net';

/**
 * The first address of one or of a forwarded list, an IPv4 address inside IPv6 as IPv4. Empty for text
 * that is no address.
 */
export const firstAddress = (text: string): string => {
  const [first = ''] = text.split(',');
  const address = first.trim();
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : '';
  // A URL writes every form of IPv6 in one way, and knows no zones.
  const host = URL.parse(`http://[${address}]`)?.hostname;
  if (host === undefined) return '';
  const mapped = MAPPED.exec(host);
  if (mapped === null) return address;
  const [, high = '', low = ''] = mapped;
  const bytes = Buffer.from(high.padStart(4, '0') + low.padStart(4, '0'), 'hex');
  return bytes.join('.');
};

const MAPPED = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/;
