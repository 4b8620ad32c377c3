import { isIPv6 } from 'node:net';

const GROUPS = 8;
const MAPPED = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i;

/**
 * The network that a request came from, which tells one office or provider from another and names
 * nobody: the first 24 bits of an IPv4 address, 48 of an IPv6 address.
 */
export const shortenedAddress = (address: string): string => {
  const [, three] = MAPPED.exec(address) ?? [];
  if (three !== undefined) return `${three}.0/24`;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return 'unknown';
  // The canonical form has no IPv4 part and no leading zeros.
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [front = [], back = []] = canonical
    .split('::')
    .map((side) => side.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, GROUPS - front.length - back.length)).fill('0');
  return `${[...front, ...zeros, ...back].slice(0, 3).join(':')}::/48`;
};
