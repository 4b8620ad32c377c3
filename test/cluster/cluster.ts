import { type WriteStream, createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadDevelopmentKeys } from '#config/development-keys.js';
import { launchApp } from '../../scripts/lib/apps.mjs';
import { type Balancer, startBalancer } from '../../scripts/lib/balancer.mjs';
import { BACKSTOP_MS } from '../support/backstop.js';
import { freePort } from '../support/free-ports.js';
import { KeptProcess } from '../support/shared-process.js';
import { type PostgresPair, startPostgresPair } from '../support/postgres-pair.js';
import {
  type RedisGroup,
  startCluster,
  startSentinels,
  startSingle,
} from '../support/redis-group.js';
import { Service, type ServiceDemo } from '../support/service.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const HOST = '127.0.0.1';
const SHARDS = 4;
/** As long as a process may take to end once it was told to. */
const END_WITHIN_MS = 7_500;
const PAUSE_MS = 50;

export type ClusterOptions = {
  readonly dataDir: string;
  readonly apiPort: number;
  readonly sandboxPort: number;
  /** How many of api, worker and projector there are. */
  readonly each: 1 | 2;
  /** `embedded`: one Redis, and read models in a file. */
  readonly stores: 'cluster' | 'sentinels' | 'embedded';
  /** Null: a file in the data directory. */
  readonly eventStoreUrl: string | null;
  /** Whether PostgreSQL, broker and apis, and the servers of a Redis cluster, are reached by links that can be cut. */
  readonly linked: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** Where the build lies that it begins with; here unless given. */
  readonly folder?: string;
};

type Started = { readonly app: string; readonly settings: Readonly<Record<string, string>> };

const REDIS = { cluster: startCluster, sentinels: startSentinels, embedded: startSingle };

/** The service as several machines would run it, on this one. Ends with `stop`. */
export class Cluster {
  readonly apps = new Map<string, KeptProcess>();
  private readonly started = new Map<string, Started>();
  /** By what is behind it: `postgres of projector-1`, `sandbox of worker-1`, `api-1`. */
  readonly links = new Map<string, TcpProxy>();
  private stopping: Promise<void> | null = null;
  private readonly logs: WriteStream[] = [];

  private constructor(
    private readonly options: ClusterOptions,
    readonly redis: RedisGroup,
    readonly postgres: PostgresPair | null,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** What does not get ready is stopped again, and all that was started before it. */
  static async start(options: ClusterOptions): Promise<Cluster> {
    mkdirSync(join(options.dataDir, 'logs'), { recursive: true, mode: 0o700 });
    const { stores, linked } = options;
    const redis = await REDIS[stores]({ again: true, linked });
    const postgres =
      stores === 'embedded'
        ? null
        : await startPostgresPair({ again: true }).catch(async (error: unknown) => {
            await redis.stop();
            throw error;
          });
    const cluster = new Cluster(options, redis, postgres, envOf(options, redis));
    try {
      await cluster.startApps();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  private balancer: Balancer | null = null;
  /** As the balancer knows them. */
  private readonly apis = new Map<string, string>();

  get url(): string {
    return `http://${HOST}:${this.options.apiPort}`;
  }

  get eventStoreUrl(): string {
    return String(this.env['EVENT_STORE_URL']);
  }

  /** For a command line beside it. */
  get operatorsEnv(): NodeJS.ProcessEnv {
    return { ...this.env, READ_MODELS_URL: this.readModels };
  }

  /** As tests know a service that others started. */
  get service(): Service {
    const { dataDir, sandboxPort } = this.options;
    const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as ServiceDemo;
    const sandbox = `http://${HOST}:${sandboxPort}`;
    const guest = { env: this.operatorsEnv, dataDir, redisPort: 0, api: this.url, sandbox, demo };
    return Service.visit(guest, () => Promise.resolve(), false);
  }

  /** As a deployment does: the process ends, and one of that folder's build takes its place. */
  async replace(name: string, folder: string): Promise<void> {
    const { app, settings } = this.started.get(name)!;
    const isApi = app === 'api';
    await this.apps.get(name)!.stop('SIGTERM', END_WITHIN_MS + (isApi ? this.drainMs : 0));
    await this.startApp(app, name, settings, folder);
    const address = this.apis.get(name);
    if (address !== undefined)
      await until(`${name} is ready`, () => Promise.resolve(this.balancer!.isReady(address)));
  }

  stop(): Promise<void> {
    return (this.stopping ??= this.end());
  }

  private get readModels(): string {
    const { postgres } = this;
    if (postgres !== null) return postgres.urlAt(postgres.primary.port);
    return `sqlite:${join(this.options.dataDir, 'read-models.db')}`;
  }

  private get drainMs(): number {
    return Number(this.env['DRAIN_S'] ?? 0) * 1_000;
  }

  private async startApps(): Promise<void> {
    const { apiPort, sandboxPort, each, linked } = this.options;
    const numbers = each === 1 ? [1] : [1, 2];
    const start = [this.startApp('sandbox', 'sandbox', {})];
    for (const n of numbers) {
      const port = await freePort();
      const link = linked ? await TcpProxy.open(port) : null;
      if (link !== null) this.links.set(`api-${n}`, link);
      this.apis.set(`api-${n}`, `http://${HOST}:${link?.port ?? port}`);
      const settings = { API_PORT: String(port), ...(n === 1 ? {} : { DEMO: 'off' }) };
      start.push(
        this.startApp('api', `api-${n}`, { ...settings, ...(await this.ways(`api-${n}`)) }),
      );
    }
    for (const app of ['worker', 'projector'] as const)
      for (const n of numbers)
        start.push(this.startApp(app, `${app}-${n}`, await this.ways(`${app}-${n}`)));
    await Promise.all(start);
    const apis = [...this.apis.values()];
    const balancer = await startBalancer({ port: apiPort, host: HOST, backends: apis });
    this.balancer = balancer;
    await until('the balancer finds every api ready', () =>
      Promise.resolve(apis.every((api) => balancer.isReady(api))),
    );
    await until(
      'the sandbox answers',
      async () => (await fetch(`http://${HOST}:${sandboxPort}/control/faults`)).ok,
    );
  }

  /** How a process reaches read models and providers. */
  private async ways(name: string): Promise<Record<string, string>> {
    const { postgres } = this;
    const { linked, sandboxPort } = this.options;
    if (!linked) return { READ_MODELS_URL: this.readModels };
    const sandbox = await TcpProxy.open(sandboxPort);
    this.links.set(`sandbox of ${name}`, sandbox);
    const providers = `http://${HOST}:${sandbox.port}`;
    const way = { BROKER_URL: `${providers}/broker`, IDENTITY_URL: `${providers}/identity` };
    if (postgres === null) return { ...way, READ_MODELS_URL: this.readModels };
    const link = await TcpProxy.open(postgres.primary.port);
    this.links.set(`postgres of ${name}`, link);
    return { ...way, READ_MODELS_URL: postgres.urlAt(link.port) };
  }

  /** The first of a kind keeps what it has beside the log, where the command lines look for it. */
  private async startApp(
    app: string,
    name: string,
    settings: Readonly<Record<string, string>>,
    folder = this.options.folder,
  ): Promise<void> {
    this.started.set(name, { app, settings });
    const { dataDir } = this.options;
    const own = join(dataDir, name);
    const env = { ...this.env, ...settings, DATA_DIR: name.endsWith('-2') ? own : dataDir };
    const log = createWriteStream(join(dataDir, 'logs', `${name}.log`), {
      flags: 'a',
      mode: 0o600,
    });
    const launched: Promise<boolean>[] = [];
    const process = new KeptProcess(
      name,
      () => {
        const { child, ready } = launchApp(app, env, folder);
        launched.push(ready);
        return child;
      },
      { again: true, onOutput: (chunk) => log.write(chunk) },
    );
    this.apps.set(name, process);
    this.logs.push(log);
    const late = sleep(BACKSTOP_MS, false, { ref: false });
    if (await Promise.race([launched[0], late])) return;
    process.letGo();
    throw new Error(`${name} did not get ready: ${process.lastWords}`);
  }

  private async end(): Promise<void> {
    await this.balancer?.close();
    await Promise.all([...this.apps.values()].map((app) => app.stop('SIGTERM', END_WITHIN_MS)));
    for (const log of this.logs) log.end();
    await Promise.all([this.redis.stop(), this.postgres?.stop()]);
    await Promise.all([...this.links.values()].map((link) => link.close()));
  }
}

const envOf = (options: ClusterOptions, redis: RedisGroup): NodeJS.ProcessEnv => {
  const { dataDir, apiPort, sandboxPort, eventStoreUrl, settings } = options;
  loadDevelopmentKeys(dataDir);
  const keys = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    readonly encryptionKeys: string;
    readonly signingKeys: string;
  };
  return {
    ...process.env,
    NODE_OPTIONS: '',
    DATA_DIR: dataDir,
    API_PORT: String(apiPort),
    SANDBOX_PORT: String(sandboxPort),
    EVENT_STORE_URL: eventStoreUrl ?? `sqlite:${join(dataDir, 'events.db')}`,
    REDIS_URL: redis.url,
    PROJECTOR_SHARDS: String(SHARDS),
    ENCRYPTION_KEYS: keys.encryptionKeys,
    SIGNING_KEYS: keys.signingKeys,
    ...settings,
  };
};

const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  const endMs = performance.now() + BACKSTOP_MS;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > endMs) throw new Error(`never: ${what}`);
    await sleep(PAUSE_MS);
  }
};
