import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '#config/config.js';
import { BACKSTOP_MS } from './backstop.js';
import { requireDeclared } from './contract.js';
import { freePorts } from './free-ports.js';
import { type Place, eventsAt, eventsOf, filesOf, redisOf, terminalOf } from './secrets/places.js';
import { requireNoSecrets, tally } from './secrets/search.js';
import { Secrets } from './secrets/secrets.js';
import { collectOwnSecrets } from './secrets/own-secrets.js';
import { type TestPostgres, startPostgres } from './postgres.js';
import { Supervisor } from './supervisor.js';

const ROOT = process.cwd();
/** With `postgres`, services store read models there unless a test overrides it (`npm run long -- postgres`). */
export const READ_MODELS = process.env['TEST_READ_MODELS'];

/** Pause between polls, in milliseconds. Each poll costs the service a few milliseconds of CPU time. */
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 250;

export type Demo = {
  readonly id: string;
  readonly apiKey: string;
  readonly email: string;
  readonly password: string;
};
export type StaffDemo = {
  readonly email: string;
  readonly password: string;
  readonly totpSecret: string;
};
export type ServiceDemo = Record<'partner' | 'secondPartner', Demo> &
  Record<'operator' | 'finance', StaffDemo>;
/** A shared service, as one test file gets it: with separate partners and staff. */
export type Guest = {
  readonly env: NodeJS.ProcessEnv;
  readonly dataDir: string;
  readonly redisPort: number;
  readonly api: string;
  readonly sandbox: string;
  readonly demo: ServiceDemo;
};
export type Json = Record<string, unknown>;
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: Json };
type Visit = {
  readonly demo: ServiceDemo;
  readonly leave: (secrets: Secrets) => Promise<unknown>;
  /** Whether this file has exclusive use of the service. */
  readonly isAlone: boolean;
};
export type App = 'supervisor' | 'redis' | 'sandbox' | 'api' | 'worker' | 'projector';
export type Run = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** The whole service as `npm start` runs it, on free ports and in a new directory. */
export class Service {
  /** Secrets in calls to this service, which it must not store in plaintext. */
  readonly secrets = new Secrets();
  /** PostgreSQL of this service for its read models, if the run uses PostgreSQL. */
  postgres: TestPostgres | null = null;

  private constructor(
    private supervisor: Supervisor | Visit,
    readonly env: NodeJS.ProcessEnv,
    readonly dataDir: string,
    readonly redisPort: number,
    readonly api: string,
    readonly sandbox: string,
  ) {}

  /** `folder`: folder of other sources, for example of an earlier version. */
  static async start(
    settings: Record<string, string> = {},
    folder: string = ROOT,
  ): Promise<Service> {
    const dataDir = mkdtempSync(join(tmpdir(), 'brokerage-e2e-'));
    const [apiPort, sandboxPort, redisPort] = await freePorts(3);
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      NODE_OPTIONS: '',
      DATA_DIR: dataDir,
      API_PORT: String(apiPort),
      SANDBOX_PORT: String(sandboxPort),
      REDIS_PORT: String(redisPort),
      // The search for secrets needs the complete logs.
      LOG_LEVEL: 'debug',
      ...settings,
    };
    if (!('REDIS_URL' in settings)) delete env['REDIS_URL'];
    const wantsPostgres = READ_MODELS === 'postgres' && !('READ_MODELS_URL' in settings);
    const postgres = wantsPostgres ? await startPostgres() : null;
    if (postgres !== null) env['READ_MODELS_URL'] = await postgres.database();
    const supervisor = new Supervisor(env, '', folder);
    const scheme = 'TLS_CERT_FILE' in settings ? 'https' : 'http';
    const api = `${scheme}://127.0.0.1:${env['API_PORT']}`;
    const sandbox = `http://127.0.0.1:${env['SANDBOX_PORT']}`;
    const service = new Service(supervisor, env, dataDir, Number(env['REDIS_PORT']), api, sandbox);
    service.postgres = postgres;
    for (const base of [api, sandbox]) watch(base, service.secrets);
    apis.add(api);
    await supervisor.ready();
    tally({ begun: 1 });
    return service;
  }

  /** Joins a shared service. `leave` gets the secrets that passed through this file. */
  static visit(guest: Guest, leave: Visit['leave'], isAlone: boolean): Service {
    const { env, dataDir, redisPort, api, sandbox, demo } = guest;
    const service = new Service({ demo, leave, isAlone }, env, dataDir, redisPort, api, sandbox);
    for (const base of [api, sandbox]) watch(base, service.secrets);
    apis.add(api);
    service.secrets.collect(demo);
    return service;
  }

  /** Location of the read models. */
  get readModels(): string {
    return this.env['READ_MODELS_URL'] || `sqlite:${this.dataDir}/read-models.db`;
  }

  get redisUrl(): string {
    return this.env['REDIS_URL'] || `redis://127.0.0.1:${this.redisPort}`;
  }

  /** Settings of the stores, for a process beside the supervisor's. */
  get stores() {
    const { dataDir } = this;
    const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
      encryptionKeys: string;
      signingKeys: string;
    };
    return {
      EVENT_STORE_URL: this.env['EVENT_STORE_URL'] || `sqlite:${join(dataDir, 'events.db')}`,
      REDIS_URL: this.redisUrl,
      ENCRYPTION_KEYS: secrets.encryptionKeys,
      SIGNING_KEYS: secrets.signingKeys,
    };
  }

  get demo(): ServiceDemo {
    if ('demo' in this.supervisor) return this.supervisor.demo;
    return JSON.parse(readFileSync(join(this.dataDir, 'demo.json'), 'utf8')) as Service['demo'];
  }

  pid(app: App): number {
    return Number(readFileSync(join(this.dataDir, 'run', `${app}.pid`), 'utf8'));
  }

  kill(app: App): void {
    this.requireAlone();
    process.kill(this.pid(app), 'SIGKILL');
  }

  /** Kills the API and waits until a new API is ready. */
  async restartApi(): Promise<void> {
    const before = this.pid('api');
    this.kill('api');
    const endMs = Date.now() + BACKSTOP_MS;
    while (Date.now() < endMs) {
      const health = await fetch(`${this.api}/health/ready`).catch(() => null);
      if (health?.status === 200 && this.pid('api') !== before) return;
      await sleep(50);
    }
    throw new Error('the api did not restart');
  }

  /** Runs the whole tour. */
  tour(...args: string[]): Promise<Run> {
    return this.run(join('dist', 'apps', 'tour', 'main.js'), '--brief', ...args);
  }

  ops(...args: string[]): Promise<Run> {
    return this.run(join('dist', 'apps', 'ops', 'main.js'), ...args);
  }

  /** Calls a control endpoint of the sandbox. The path follows `/control`. */
  control(method: string, path: string, body?: unknown): Promise<Answer> {
    return call(this.sandbox, method, `/control${path}`, body === undefined ? {} : { body });
  }

  /** Injects this fault into the next `count` matching calls of the sandbox. */
  fault(side: 'broker' | 'identity', match: string, mode: string, count = 1): Promise<Answer> {
    this.requireAlone();
    return this.control('POST', '/faults', { side, match, mode, count });
  }

  noFaults(): Promise<Answer> {
    return this.control('DELETE', '/faults');
  }

  /** Returns the log lines of an app so far. */
  logLines(app: Exclude<App, 'supervisor' | 'redis'>): readonly Json[] {
    const text = readFileSync(join(this.dataDir, 'logs', `${app}.log`), 'utf8');
    return text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Json);
  }

  /**
   * Ends every process, searches the stores for secrets, and deletes all files.
   * @throws {Error} that names the place of a secret, or if a process did not end
   */
  async stop(): Promise<number | null> {
    if ('leave' in this.supervisor) {
      await this.supervisor.leave(this.secrets);
      return 0;
    }
    const { exitCode } = this.supervisor;
    if (!existsSync(this.dataDir)) return exitCode;
    try {
      collectOwnSecrets(this.secrets, loadConfig(this.env));
      const kept = exitCode === null ? await this.keptElsewhere() : [];
      const code = await this.goDown();
      requireNoSecrets([...kept, ...this.onDisk(), terminalOf(this.terminal)], this.secrets);
      return code;
    } finally {
      await this.goDown();
      await this.postgres?.stop();
      rmSync(this.dataDir, { recursive: true, force: true });
    }
  }

  /** Returns the current places that must not contain secrets. */
  async places(): Promise<Place[]> {
    return [...(await this.keptElsewhere()), ...this.onDisk(), terminalOf(this.terminal)];
  }

  /** Complete output of the supervisor. */
  get terminal(): string {
    return this.requireOwn().output;
  }

  private onDisk(): Place[] {
    return [...filesOf(this.dataDir), ...eventsOf(this.dataDir)];
  }

  private async keptElsewhere(): Promise<Place[]> {
    const url = this.env['EVENT_STORE_URL'] ?? '';
    const events = url.startsWith('esdb') ? await eventsAt(url) : [];
    return [...(await redisOf(this.redisUrl)), ...events];
  }

  /** Ends every process without deleting files. */
  async goDown(): Promise<number | null> {
    return this.requireOwn().end();
  }

  /** Restarts the service with its files and ports. */
  async comeUp(): Promise<void> {
    this.supervisor = new Supervisor(this.env, this.terminal);
    await this.supervisor.ready();
  }

  /** @throws {Error} if other files share this service */
  private requireAlone(): void {
    if ('leave' in this.supervisor && !this.supervisor.isAlone)
      throw new Error('this needs exclusive use of the service');
  }

  /** @throws {Error} unless this file started the service */
  private requireOwn(): Supervisor {
    if ('leave' in this.supervisor) throw new Error('this needs a service that the file started');
    return this.supervisor;
  }

  private run(file: string, ...args: string[]): Promise<Run> {
    return new Promise((done) => {
      const options = { env: this.env, cwd: ROOT, maxBuffer: 64 * 1024 * 1024 };
      execFile(process.execPath, [join(ROOT, file), ...args], options, (error, stdout, stderr) => {
        this.secrets.collectPrinted(stdout);
        done({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
      });
    });
  }
}

/** A partner's server, which signs in once and then makes calls. */
export class PartnerClient {
  private constructor(
    private readonly api: string,
    private readonly token: string,
  ) {}

  static async logIn(service: Service, demo: Demo = service.demo.partner): Promise<PartnerClient> {
    const { apiKey, email, password } = demo;
    const headers = { 'api-key': apiKey };
    const body = { email, password };
    const login = await call(service.api, 'POST', '/v1/auth/login', { headers, body });
    return new PartnerClient(service.api, String(login.body['authToken']));
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return call(this.api, 'GET', path, { headers: { ...this.headers, ...headers } });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return call(this.api, 'POST', path, { headers: { ...this.headers, ...headers }, body });
  }

  patch(path: string, body: unknown): Promise<Answer> {
    return call(this.api, 'PATCH', path, { headers: this.headers, body });
  }

  /** Sends a request and returns a response that is not JSON. */
  async text(path: string, headers: Record<string, string>) {
    const response = await fetch(`${this.api}${path}`, {
      headers: { ...this.headers, ...headers },
      signal: AbortSignal.timeout(BACKSTOP_MS),
    });
    const { status, headers: given } = response;
    return { status, headers: given, text: await response.text() };
  }

  delete(path: string): Promise<Answer> {
    return call(this.api, 'DELETE', path, { headers: this.headers });
  }

  /** Sends this text and returns the response as text, for values that JSON.parse would change. */
  async exchange(path: string, text: string): Promise<string> {
    const headers = { ...this.headers, 'content-type': 'application/json' };
    const response = await fetch(`${this.api}${path}`, { method: 'POST', headers, body: text });
    return response.text();
  }

  /** Reads until the response matches. Returns the last response after the time limit. */
  async until(
    path: string,
    wanted: (body: Json) => boolean,
    timeoutMs = BACKSTOP_MS,
  ): Promise<Json> {
    const endMs = Date.now() + timeoutMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.2, LAST_PAUSE_MS)) {
      const answer = await this.get(path).catch(() => ({ status: 0, body: {} }));
      if ((answer.status === 200 && wanted(answer.body)) || Date.now() > endMs) return answer.body;
      await sleep(pauseMs);
    }
  }

  /** Reads a list until it has this total, because lists trail writes. */
  listed(path: string, total: number): Promise<Json> {
    return this.until(path, ({ metadata }) => (metadata as Json)['total'] === total);
  }

  get headers() {
    return { authorization: `bearer ${this.token}` };
  }
}

/** Collects the secrets of calls to this address. */
export const watch = (base: string, secrets: Secrets): void => void watched.set(base, secrets);

const watched = new Map<string, Secrets>();

/** Addresses whose responses must match the OpenAPI document. */
const apis = new Set<string>();

/** The load balancer could not reach an api. */
export class BalancerFailed extends Error {
  override readonly name = 'BalancerFailed';

  constructor(readonly status: number) {
    super(`the balancer answered ${status}`);
  }
}

export type RawOptions = {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Body that is sent unchanged instead of `body`. The headers contain its content type. */
  readonly raw?: string;
};

export const call = async (
  base: string,
  method: string,
  path: string,
  { headers = {}, body: sent, raw }: RawOptions = {},
): Promise<Answer> => {
  const json = sent === undefined ? {} : { 'content-type': 'application/json' };
  const secrets = watched.get(base);
  secrets?.collectRequest([headers, sent]);
  if (raw !== undefined) secrets?.collectSent(raw);
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { ...json, ...headers },
    body: raw ?? (sent === undefined ? null : JSON.stringify(sent)),
    signal: AbortSignal.timeout(BACKSTOP_MS),
  });
  const { status, headers: answered } = response;
  if (answered.has('x-balancer')) throw new BalancerFailed(status);
  const body = status === 204 || status === 304 ? null : await response.json();
  const answer = { status, headers: answered, body: body as Json };
  secrets?.collect(answer.body);
  if (apis.has(base)) requireDeclared({ method, path, ...answer });
  return answer;
};
