import { isIP } from 'node:net';

const GROUPS = 8;
/** A network of this size is given to one customer; within it, addresses are for the taking. */
const GROUPS_OF_NETWORK = 4;
const MAPPED = /^::ffff:(\d+(?:\.\d+){3})$/i;

/** What limits count by: an IPv4 address as it is, of an IPv6 address its /64. */
export const clientNetwork = (address: string): string => {
  if (!address.includes(':')) return address;
  const [, mapped] = MAPPED.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.split('%');
  if (isIP(plain) !== 6) return address;
  // The canonical form has no IPv4 part and no leading zeros.
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [front = [], back = []] = canonical
    .split('::')
    .map((side) => side.split(':').filter((group) => group !== ''));
  const missing = Array<string>(Math.max(0, GROUPS - front.length - back.length)).fill('0');
  return `${[...front, ...missing, ...back].slice(0, GROUPS_OF_NETWORK).join(':')}::/64`;
};
