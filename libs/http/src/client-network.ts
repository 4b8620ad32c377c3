import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Prefix that one customer usually gets and can choose addresses from. */
const CUSTOMER_BITS = 64;
/** Prefixes that distinguish offices and providers, but no person. */
const OFFICE_BITS = { ipv4: 24, ipv6: 48 };

const UNKNOWN = 'unknown';

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
  const made = namesOfParsed(parsedAddress(address));
  if (address.length <= ADDRESS_CHARACTERS_MAX) known.set(address, made);
  return made;
};

const namesOfParsed = (address: Address | null): Names => {
  if (address === null) return { network: UNKNOWN, shortened: UNKNOWN };
  const kind = address.kind();
  const network = kind === 'ipv4' ? address.toString() : prefixOf(address, CUSTOMER_BITS);
  return { network, shortened: prefixOf(address, OFFICE_BITS[kind]) };
};

type Address = ReturnType<typeof ipaddr.process>;

/** Some gateways append the client's port. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]+)\])(?::\d+)?$/;

/** Ignores port and zone. Returns an IPv4 address on a dual-stack socket as IPv4. */
const parsedAddress = (text: string): Address | null => {
  const [, ipv4, ipv6] = WITH_PORT.exec(text) ?? [];
  const [plain = ''] = (ipv4 ?? ipv6 ?? text).split('%');
  return isIP(plain) === 0 ? null : ipaddr.process(plain);
};

const prefixOf = (address: Address, bits: number): string => {
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  const network = family.networkAddressFromCIDR(`${address.toString()}/${bits}`);
  return `${network.toString()}/${bits}`;
};
