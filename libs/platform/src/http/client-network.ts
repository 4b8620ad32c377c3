import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';

const GROUPS = 8;
const BITS_OF_GROUP = 16;
/** A network of this size is given to one customer; within it, addresses are for the taking. */
const CUSTOMER_BITS = 64;
const OFFICE_BITS = 48;
/** An IPv4 address, as a socket that listens for both shows it. */
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

const NOBODY = 'unknown';

/**
 * What limits count by: an IPv4 address as it is, of an IPv6 address its /64; all else is one. A connection
 * that was reset at once has no address any more.
 */
export const clientNetwork = (address: string | undefined): string => namesOf(address).network;

/**
 * The network that a request came from, which tells one office or provider from another and names
 * nobody: the first 24 bits of an IPv4 address, 48 of an IPv6 address.
 */
export const shortenedAddress = (address: string | undefined): string => namesOf(address).shortened;

type Names = { readonly network: string; readonly shortened: string };

/** Every request asks more than once. A header may name something longer than any address. */
const known = new LRUCache<string, Names>({ max: 1_000 });
const ADDRESS_CHARACTERS_MAX = 64;

const namesOf = (address = ''): Names => {
  const names = known.get(address);
  if (names !== undefined) return names;
  const made = namesOfCanonical(canonicalAddress(address));
  if (address.length <= ADDRESS_CHARACTERS_MAX) known.set(address, made);
  return made;
};

const namesOfCanonical = (address: string): Names => {
  switch (isIP(address)) {
    case 4:
      return { network: address, shortened: `${address.slice(0, address.lastIndexOf('.'))}.0/24` };
    case 6:
      return {
        network: prefixOf(address, CUSTOMER_BITS),
        shortened: prefixOf(address, OFFICE_BITS),
      };
    default:
      return { network: NOBODY, shortened: NOBODY };
  }
};

/** As some gateways write it: with the port of the client. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/;

/** Without a port, a zone, an IPv4 part and leading zeros; what is no address stays as it is. */
const canonicalAddress = (address: string): string => {
  if (isIP(address) === 4) return address;
  const [, ipv4, ipv6] = WITH_PORT.exec(address) ?? [];
  const [plain = ''] = (ipv4 ?? ipv6 ?? address).split('%');
  if (isIP(plain) !== 6) return plain;
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [, ...groups] = MAPPED.exec(canonical) ?? [];
  if (groups.length === 0) return canonical;
  return groups.flatMap((group) => [...Buffer.from(group.padStart(4, '0'), 'hex')]).join('.');
};

const prefixOf = (canonical: string, bits: number): string => {
  const [front = [], back = []] = canonical
    .split('::')
    .map((side) => side.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, GROUPS - front.length - back.length)).fill('0');
  return `${[...front, ...zeros, ...back].slice(0, bits / BITS_OF_GROUP).join(':')}::/${bits}`;
};
