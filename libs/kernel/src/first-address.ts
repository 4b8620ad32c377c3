import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns the first address of a list from a proxy, an IPv4 address inside IPv6 as IPv4. Empty for
 * other text and for an address with a zone.
 */
export const firstAddress = (text: string): string => {
  const [first = ''] = text.split(',');
  const address = first.trim();
  if (isIP(address) === 0 || address.includes('%')) return '';
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : address;
};
