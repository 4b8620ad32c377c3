type RedisNode = { readonly host: string; readonly port: number };

type Access = {
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly tls: boolean;
};

/** Address of Redis: one server, a master that sentinels name, or the masters of a cluster. */
export type RedisAddress =
  | { readonly kind: 'server'; readonly url: string }
  | (Access & {
      readonly kind: 'sentinel';
      readonly nodes: readonly RedisNode[];
      /** The name under which the sentinels watch the master. */
      readonly master: string;
      /** User of the sentinels, which differs from the user of Redis. */
      readonly sentinelUsername: string | undefined;
      readonly sentinelPassword: string | undefined;
    })
  | (Access & { readonly kind: 'cluster'; readonly nodes: readonly RedisNode[] });

const SHAPE =
  /^redis(?<tls>s?)\+(?<kind>sentinel|cluster):\/\/(?:(?<username>[^:@/?#]*):(?<password>[^:@/?#]*)@)?(?<hosts>[^@/?#]+)(?:\/(?<master>[\w.-]*))?(?:\?(?<query>[^#]+))?$/;
const HOST = /^(?<host>[a-z0-9._-]+|\[[0-9a-f:]+\])(?::(?<port>[0-9]{1,5}))?$/i;
const PORTS = { sentinel: 26_379, cluster: 6_379 };
const SENTINEL_OPTIONS = ['sentinelUsername', 'sentinelPassword'];

/**
 * Parses `redis://`, `rediss://`, `redis+sentinel://user:password@h1,h2/master` and
 * `redis+cluster://user:password@h1,h2`; the latter two with `rediss+` for TLS. Returns null for
 * other text.
 */
export const parseRedisUrl = (text: string): RedisAddress | null => {
  if (/^rediss?:\/\//.test(text) && URL.canParse(text)) return { kind: 'server', url: text };
  const { tls, kind, username, password, hosts, master, query } = SHAPE.exec(text)?.groups ?? {};
  if (hosts === undefined || (kind !== 'sentinel' && kind !== 'cluster')) return null;
  const options = new URLSearchParams(query);
  const found = hosts.split(',').map((host) => nodeOf(host, PORTS[kind]));
  const nodes = found.filter((node) => node !== null);
  const isUnknown = [...options.keys()].some((name) => !SENTINEL_OPTIONS.includes(name));
  if (nodes.length < found.length || isUnknown) return null;
  try {
    const access = {
      username: decoded(username),
      password: decoded(password),
      tls: tls === 's',
    };
    if (kind === 'cluster')
      return (master ?? '') === '' && options.size === 0 ? { kind, nodes, ...access } : null;
    if ((master ?? '') === '') return null;
    const [sentinelUsername, sentinelPassword] = SENTINEL_OPTIONS.map(
      (name) => options.get(name) ?? undefined,
    );
    return { kind, nodes, master: master!, ...access, sentinelUsername, sentinelPassword };
  } catch {
    return null;
  }
};

const nodeOf = (text: string, standardPort: number): RedisNode | null => {
  const { host, port } = HOST.exec(text)?.groups ?? {};
  if (host === undefined) return null;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? standardPort) };
};

/** @throws {URIError} if the text is not valid percent-encoding. */
const decoded = (text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : decodeURIComponent(text);
