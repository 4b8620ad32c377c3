import { OwnSettings } from '../support/own-settings/own-settings.js';
import { type NetworkFault, type Meant, TcpProxy } from '../support/tcp-proxy.js';

type Ports = { readonly redis: number; readonly sandbox: number };

/** Callers and callees. The broker's event streams use the same address as its other calls. */
export const LINKS = [
  'api → Redis',
  'worker → Redis',
  'projector → Redis',
  'worker → broker',
  'worker ← broker’s events',
  'api → identity',
  'worker → identity',
] as const;
export type LinkName = (typeof LINKS)[number];

const opensStream: Meant = (sent) => /^GET \S*\/events\//.test(sent);

/** Links between the processes of a service, each through a separate proxy. */
export class Network {
  private readonly own: OwnSettings;

  private constructor(private readonly proxies: ReadonlyMap<LinkName, TcpProxy>) {
    const at = (link: LinkName) => `127.0.0.1:${proxies.get(link)?.port ?? 0}`;
    this.own = new OwnSettings({
      api: {
        REDIS_URL: `redis://${at('api → Redis')}`,
        IDENTITY_URL: `http://${at('api → identity')}/identity`,
      },
      worker: {
        REDIS_URL: `redis://${at('worker → Redis')}`,
        BROKER_URL: `http://${at('worker → broker')}/broker`,
        IDENTITY_URL: `http://${at('worker → identity')}/identity`,
      },
      projector: { REDIS_URL: `redis://${at('projector → Redis')}` },
    });
  }

  static async open(ports: Ports): Promise<Network> {
    const proxies = new Map<LinkName, TcpProxy>();
    for (const link of LINKS) {
      const shared = link === 'worker ← broker’s events' ? proxies.get('worker → broker') : null;
      const port = link.endsWith('Redis') ? ports.redis : ports.sandbox;
      proxies.set(link, shared ?? (await TcpProxy.open(port)));
    }
    return new Network(proxies);
  }

  /** Settings for the start of the service. */
  get settings(): Record<string, string> {
    return this.own.settings;
  }

  /** Injects a fault until the next call for this link. Null restores the link. */
  inject(link: LinkName, fault: NetworkFault | null): void {
    const isStream = link === 'worker ← broker’s events';
    this.proxies.get(link)?.inject(fault, (sent) => opensStream(sent) === isStream);
  }

  heal(): void {
    for (const proxy of this.proxies.values()) proxy.inject(null);
  }

  async close(): Promise<void> {
    await Promise.all([...new Set(this.proxies.values())].map((proxy) => proxy.close()));
    this.own.remove();
  }
}
