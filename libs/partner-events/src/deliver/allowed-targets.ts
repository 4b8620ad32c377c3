import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The URL or an address of its host is not allowed. `reason` is for the partner. */
export class TargetRejected extends Error {
  override readonly name = 'TargetRejected';

  constructor(readonly reason: string) {
    super(reason);
  }
}

/** The name cannot be resolved now. */
export class TargetUnresolved extends Error {
  override readonly name = 'TargetUnresolved';
}

export const URL_MAX = 2_048;
/** Wait for one response of a name server. */
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;
const PORTS = [443, 8443];
const PRIVILEGED_PORT_MAX = 1_024;
/** Internal services of clouds at public addresses. */
const METADATA = ['168.63.129.16'];

export type Address = { readonly address: string; readonly family: 4 | 6 };
export type Resolve = (host: string) => Promise<readonly string[]>;

/**
 * Targets that webhooks may reach: `https` at public addresses. The sandbox also allows `http` at
 * loopback addresses.
 */
export class AllowedTargets {
  constructor(
    private readonly allowsLoopback: boolean,
    private readonly resolve: Resolve = resolveName,
  ) {}

  /** Returns the parsed URL. @throws {TargetRejected} */
  require(text: string): URL {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || text.length > URL_MAX) throw new TargetRejected('must be a URL');
    if (!['https:', 'http:'].includes(url.protocol)) throw new TargetRejected('must be https');
    if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text))
      throw new TargetRejected('must not contain a user name or a password');
    if (url.hash !== '') throw new TargetRejected('must not contain a fragment');
    const host = hostOf(url);
    if (isIP(host) === 4 && !text.toLowerCase().includes(`//${host}`))
      throw new TargetRejected('must have an IPv4 address as four decimal numbers');
    if (isIP(host) !== 0) this.requireAddress(host);
    if (url.protocol === 'http:' && !(this.allowsLoopback && isLoopbackName(host)))
      throw new TargetRejected('must be https');
    const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
    if (!PORTS.includes(port) && port <= PRIVILEGED_PORT_MAX)
      throw new TargetRejected('must have port 443, 8443 or a port above 1024');
    return url;
  }

  /**
   * Returns the addresses of a host. Each one must be allowed, so that a name cannot mix public and
   * private ones. @throws {TargetRejected}, {TargetUnresolved}
   */
  async addressesOf(host: string): Promise<readonly Address[]> {
    const found = isIP(host) === 0 ? await this.lookUp(host) : [host];
    if (found.length === 0) throw new TargetUnresolved(`${host} has no address`);
    for (const address of found) this.requireAddress(address);
    return found.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
  }

  private async lookUp(host: string): Promise<readonly string[]> {
    if (this.allowsLoopback && isLoopbackName(host)) return ['127.0.0.1'];
    return this.resolve(host);
  }

  private requireAddress(address: string): void {
    const range = ipaddr.parse(address).range();
    if (range === 'loopback' && this.allowsLoopback) return;
    if (range !== 'unicast' || METADATA.includes(address))
      throw new TargetRejected('must have a host with public addresses only');
  }
}

/** Host name, or IP address without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const isLoopbackName = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && ipaddr.parse(host).range() === 'loopback');

/** Asks the name servers, because a lookup of the system blocks one of its few threads. */
const resolveName: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
};
