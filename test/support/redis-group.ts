import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { launchTethered } from '../../scripts/lib/tools.mjs';
import { BACKSTOP_MS } from './backstop.js';
import type { CertificateFolder } from './certificate.js';
import { freePort } from './free-ports.js';
import { KeptProcess } from './shared-process.js';
import { TcpProxy } from './tcp-proxy.js';

const HOST = '127.0.0.1';
const PASSWORD = 'secret-of-the-redis';
const SENTINEL_PASSWORD = 'secret-of-the-sentinels';
const MASTER = 'brokerage';
/** Time after which other servers treat a silent server as down, in milliseconds. */
const SILENCE_MS = 1_000;
const PAUSE_MS = 50;
/** ioredis waits this long for the end of a connection, even if a dead server ended it earlier. */
const ENDED_AFTER_MS = 2_000;
const SLOTS = 16_384;

const END_WITHIN_MS = 5_000;

type Server = { readonly port: number; readonly process: KeptProcess };

type GroupOptions = {
  /** Whether dead servers are restarted. */
  readonly again?: boolean;
  /** Whether clients reach the servers through links that can be cut. */
  readonly linked?: boolean;
  /** Certificate of servers that use only TLS, for clients and for each other. */
  readonly tls?: CertificateFolder;
};

/** Redis servers on free ports with automatic failover of a dead master. `stop` removes them. */
export type RedisGroup = {
  readonly url: string;
  /** Returns the port of the master, or of the master with this key. */
  masterPort(key?: string): Promise<number>;
  /** Sends a signal to the server on this port. */
  signal(port: number, signal: NodeJS.Signals): void;
  /** Returns the link to the server on this port, if links are used. */
  link(port: number): TcpProxy | undefined;
  /** Returns the process id of the server on this port, if it runs. */
  pid(port: number): number | undefined;
  /** Returns the process ids of all running servers, including sentinels. */
  pids(): readonly number[];
  /** Returns the URLs of all servers that accept writes. */
  masters(): Promise<readonly Redis[]>;
  stop(): Promise<void>;
};

/** A master and two replicas with three sentinels. Servers and sentinels require passwords. */
export const startSentinels = async (options: GroupOptions = {}): Promise<RedisGroup> => {
  const servers = new Servers(options);
  const [first, ...others] = [await freePort(), await freePort(), await freePort()] as const;
  await servers.start(first, store());
  for (const port of others) await servers.start(port, [...store(), `replicaof ${HOST} ${first}`]);
  const sentinels: number[] = [];
  for (let i = 0; i < 3; i++) {
    const port = await freePort();
    sentinels.push(port);
    await servers.start(port, watching(first), true);
  }
  const ask = servers.client(sentinels[0]!, SENTINEL_PASSWORD);
  await until('the sentinels know each other and the replicas', async () => {
    const facts = await Promise.all(
      sentinels.map(async (port) => {
        const sentinel = servers.client(port, SENTINEL_PASSWORD);
        return pairs((await sentinel.call('SENTINEL', 'master', MASTER)) as string[]);
      }),
    );
    return facts.every(
      (fact) => fact.get('num-other-sentinels') === '2' && fact.get('num-slaves') === '2',
    );
  });
  const masterPort = async () =>
    Number(((await ask.call('SENTINEL', 'get-master-addr-by-name', MASTER)) as string[])[1]);
  const hosts = sentinels.map((port) => `${HOST}:${port}`).join(',');
  return {
    url: `${servers.scheme}+sentinel://:${PASSWORD}@${hosts}/${MASTER}?sentinelPassword=${SENTINEL_PASSWORD}`,
    masterPort,
    ...servers.control,
    masters: async () => [servers.client(await masterPort(), PASSWORD)],
  };
};

/** A single server without failover. */
export const startSingle = async (options: GroupOptions = {}): Promise<RedisGroup> => {
  const servers = new Servers(options);
  const port = await freePort();
  await servers.start(port, store());
  return {
    url: `${servers.scheme}://:${PASSWORD}@${HOST}:${port}`,
    masterPort: () => Promise.resolve(port),
    masters: () => Promise.resolve([servers.client(port, PASSWORD)]),
    ...servers.control,
  };
};

/** Three masters with one replica each, which hold all slots. They require a password. */
export const startCluster = async (options: GroupOptions = {}): Promise<RedisGroup> => {
  const servers = new Servers(options);
  const ports: number[] = [];
  const buses: number[] = [];
  for (let i = 0; i < 6; i++) {
    const [port, bus] = [await freePort(), await freePort()];
    ports.push(port);
    buses.push(bus);
    const address = await servers.announced(port, bus);
    await servers.start(port, [...store(), ...clustered(port, bus), ...address]);
  }
  const clients = ports.map((port) => servers.client(port, PASSWORD));
  const [masters, replicas] = [clients.slice(0, 3), clients.slice(3)];
  await Promise.all(masters.map((master, i) => master.call('CLUSTER', slotsOf(i))));
  for (const [i, port] of ports.entries())
    if (i > 0) await clients[0]!.call('CLUSTER', 'MEET', HOST, port, buses[i]!);
  await until('all know each other', async () => {
    const known = await Promise.all(clients.map(async (one) => await stateOf(one)));
    return known.every((text) => /cluster_known_nodes:6/.test(text));
  });
  const ids = await Promise.all(masters.map((master) => master.cluster('MYID')));
  await Promise.all(replicas.map((one, i) => one.cluster('REPLICATE', String(ids[i]))));
  await until('every master has its replica', async () => {
    const states = await Promise.all(clients.map(stateOf));
    const links = await Promise.all(masters.map((master) => master.info('replication')));
    return (
      states.every((text) => /cluster_state:ok/.test(text)) &&
      links.every((text) => /connected_slaves:1/.test(text) && /state=online/.test(text))
    );
  });
  const mastersNow = async (): Promise<readonly (readonly [number, number, number])[]> => {
    const asked = clients.map((one) => one.cluster('SLOTS').catch(() => null));
    const [slots] = (await Promise.all(asked)).filter((found) => found !== null);
    return (slots ?? []).map(([from, to, node]) => [from, to, servers.behind(node![1])] as const);
  };
  const seeds = ports.map((port) => `${HOST}:${servers.link(port)?.port ?? port}`);
  return {
    url: `${servers.scheme}+cluster://:${PASSWORD}@${seeds.join(',')}`,
    masterPort: async (key = '') => {
      const slot = await clients.find(isReady)!.cluster('KEYSLOT', key);
      return (await mastersNow()).find(([from, to]) => from <= slot && slot <= to)![2];
    },
    ...servers.control,
    masters: async () => {
      const now = new Set((await mastersNow()).map(([, , port]) => port));
      return [...now].map((port) => servers.client(port, PASSWORD));
    },
  };
};

const isReady = (client: Redis) => client.status === 'ready';

const stateOf = (one: Redis): Promise<string> => one.cluster('INFO');

const slotsOf = (i: number): string[] => {
  const share = Math.ceil(SLOTS / 3);
  return ['ADDSLOTSRANGE', `${i * share}`, `${Math.min(SLOTS, (i + 1) * share) - 1}`];
};

const store = () => [
  ...['save ""', 'appendonly yes', 'maxmemory-policy noeviction'],
  ...[`requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`],
  ...['repl-diskless-sync-delay 0', 'repl-timeout 5'],
];

const listening = (port: number, tls: CertificateFolder | undefined): readonly string[] =>
  tls === undefined
    ? [`port ${port}`]
    : [
        ...['port 0', `tls-port ${port}`, 'tls-auth-clients no'],
        ...['tls-replication yes', 'tls-cluster yes'],
        ...[`tls-cert-file ${tls.certFile}`, `tls-key-file ${tls.keyFile}`],
        `tls-ca-cert-file ${tls.certFile}`,
      ];

/** `bus`: port of the cluster bus. */
const clustered = (port: number, bus: number) => [
  ...['cluster-enabled yes', `cluster-port ${bus}`, `cluster-config-file nodes-${port}.conf`],
  ...[`cluster-node-timeout ${SILENCE_MS}`, 'cluster-replica-validity-factor 0'],
];

const watching = (port: number) => [
  ...[`requirepass ${SENTINEL_PASSWORD}`, `sentinel monitor ${MASTER} ${HOST} ${port} 2`],
  ...[`sentinel auth-pass ${MASTER} ${PASSWORD}`, `sentinel sentinel-pass ${SENTINEL_PASSWORD}`],
  ...[`sentinel down-after-milliseconds ${MASTER} ${SILENCE_MS}`],
  ...[`sentinel failover-timeout ${MASTER} 5000`],
];

const pairs = (flat: readonly string[]): ReadonlyMap<string, string> =>
  new Map(flat.flatMap((key, i) => (i % 2 === 0 ? [[key, flat[i + 1] ?? '']] : [])));

const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  const endMs = performance.now() + BACKSTOP_MS;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > endMs) throw new Error(`never: ${what}`);
    await sleep(PAUSE_MS);
  }
};

class Servers {
  private readonly directory = mkdtempSync(join(tmpdir(), 'redis-group-'));
  private readonly started: Server[] = [];
  private readonly clients = new Map<number, Redis>();
  private readonly links = new Map<number, TcpProxy>();

  constructor(private readonly options: GroupOptions) {}

  async start(port: number, lines: readonly string[], isSentinel = false): Promise<void> {
    const dir = join(this.directory, `${port}`);
    mkdirSync(dir);
    const file = join(dir, 'redis.conf');
    const own = [
      `bind ${HOST}`,
      ...listening(port, this.options.tls),
      `dir ${dir}`,
      'daemonize no',
    ];
    writeFileSync(file, [...own, ...lines, ''].join('\n'));
    const args = isSentinel ? [file, '--sentinel'] : [file];
    const launch = () => launchTethered('redis-server', args);
    const server = new KeptProcess(`redis ${port}`, launch, { again: this.options.again ?? false });
    this.started.push({ port, process: server });
    const client = this.client(port, isSentinel ? SENTINEL_PASSWORD : PASSWORD);
    await until(`redis-server answers on ${port}`, async () => {
      const pid = /process_id:(\d+)/.exec(await client.info('server'))?.[1];
      return Number(pid) === server.pid;
    });
  }

  /** Settings that announce the address of the link to clients and other servers. */
  async announced(port: number, bus: number): Promise<readonly string[]> {
    if (this.options.linked !== true) return [];
    const link = await TcpProxy.open(port);
    this.links.set(port, link);
    return [
      `cluster-announce-ip ${HOST}`,
      `cluster-announce-port ${link.port}`,
      `cluster-announce-bus-port ${bus}`,
    ];
  }

  get scheme(): string {
    return this.options.tls === undefined ? 'redis' : 'rediss';
  }

  readonly link = (port: number): TcpProxy | undefined => this.links.get(port);

  /** Returns the server's real port for an announced port. */
  behind(announcedPort: number): number {
    return [...this.links].find(([, link]) => link.port === announcedPort)?.[0] ?? announcedPort;
  }

  client(port: number, password: string): Redis {
    const known = this.clients.get(port);
    if (known !== undefined) return known;
    const { tls } = this.options;
    const secure = tls === undefined ? {} : { tls: { ca: readFileSync(tls.certFile) } };
    const options = { host: HOST, port, password, maxRetriesPerRequest: 1, ...secure };
    const client = new Redis({ ...options, commandTimeout: 2_000, retryStrategy: () => PAUSE_MS });
    client.on('error', () => undefined);
    this.clients.set(port, client);
    return client;
  }

  /** Operations of both kinds of groups. */
  get control() {
    const at = (port: number) => this.started.find((each) => each.port === port)?.process;
    return {
      signal: (port: number, signal: NodeJS.Signals): void => at(port)?.signal(signal),
      pid: (port: number): number | undefined => at(port)?.pid,
      pids: (): readonly number[] => this.started.flatMap((each) => each.process.pid ?? []),
      link: this.link,
      stop: this.stop,
    };
  }

  private readonly stop = async (): Promise<void> => {
    for (const client of this.clients.values()) client.disconnect();
    await Promise.all(this.started.map(({ process }) => process.stop('SIGKILL', END_WITHIN_MS)));
    await Promise.all([...this.links.values()].map((link) => link.close()));
    rmSync(this.directory, { recursive: true, force: true });
    // Otherwise the process of the tests could not end.
    await sleep(ENDED_AFTER_MS);
  };
}
