import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';

const GROUPS = 8;
const BITS_OF_GROUP = 16;
/** Prefix that one customer usually gets and can choose addresses from. */
const CUSTOMER_BITS = 64;
const OFFICE_BITS = 48;
/** An IPv4 address on a dual-stack socket. */
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

const NOBODY = 'unknown';

/**
 * Network that limits count by: an IPv4 address, or the /64 of an IPv6 address. Invalid addresses
 * share one name, as do connections that were reset at once and lost their address.
 */
export const clientNetwork = (address: string | undefined): string => namesOf(address).network;

/**
 * Network of a request without identifying a person: the first 24 bits of an IPv4 address, or 48 of
 * an IPv6 address. It distinguishes offices and providers.
 */
export const shortenedAddress = (address: string | undefined): string => namesOf(address).shortened;

type Names = { readonly network: string; readonly shortened: string };

/**
 * Cached because each request needs them more than once. Longer texts than an address are not
 * cached.
 */
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

/** Some gateways append the client's port. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/;

/** Removes port, zone, IPv4 notation and leading zeros. Returns other text unchanged. */
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
