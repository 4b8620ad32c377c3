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
/** `postgres`: services keep their read models there unless a test says where (`npm run long -- postgres`). */
export const READ_MODELS = process.env['TEST_READ_MODELS'];

/** Between two reads of what is awaited: each costs the service some milliseconds of processor. */
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
/** A service that others use too, as one file gets it: with partners and staff of its own. */
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
  /** Nobody else uses it meanwhile. */
  readonly isAlone: boolean;
};
export type App = 'supervisor' | 'redis' | 'sandbox' | 'api' | 'worker' | 'projector';
export type Run = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** The whole service as `npm start` runs it, on free ports and in a directory of its own. */
export class Service {
  /** What passed through calls to this service and must not be found in it. */
  readonly secrets = new Secrets();
  /** Of its own, with its read models, where the tests are run so. */
  postgres: TestPostgres | null = null;

  private constructor(
    private supervisor: Supervisor | Visit,
    readonly env: NodeJS.ProcessEnv,
    readonly dataDir: string,
    readonly redisPort: number,
    readonly api: string,
    readonly sandbox: string,
  ) {}

  /** `folder`: of other sources than these, an earlier version say. */
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
      // What is searched for secrets is to say all that it ever says.
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

  /** Of a service that others use too, now or later: `leave` is given the secrets that passed through it. */
  static visit(guest: Guest, leave: Visit['leave'], isAlone: boolean): Service {
    const { env, dataDir, redisPort, api, sandbox, demo } = guest;
    const service = new Service({ demo, leave, isAlone }, env, dataDir, redisPort, api, sandbox);
    for (const base of [api, sandbox]) watch(base, service.secrets);
    apis.add(api);
    service.secrets.collect(demo);
    return service;
  }

  /** Where the read models are. */
  get readModels(): string {
    return this.env['READ_MODELS_URL'] || `sqlite:${this.dataDir}/read-models.db`;
  }

  get redisUrl(): string {
    return this.env['REDIS_URL'] || `redis://127.0.0.1:${this.redisPort}`;
  }

  /** Where the stores are, for a process beside the supervisor's. */
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

  /** Kills the API, and waits until another one is ready. */
  async restartApi(): Promise<void> {
    const before = this.pid('api');
    this.kill('api');
    const endMs = Date.now() + BACKSTOP_MS;
    while (Date.now() < endMs) {
      const health = await fetch(`${this.api}/health/ready`).catch(() => null);
      if (health?.status === 200 && this.pid('api') !== before) return;
      await sleep(50);
    }
    throw new Error('The api did not come back');
  }

  /** Runs the tour as a newcomer would, to its end. */
  tour(...args: string[]): Promise<Run> {
    return this.run(join('dist', 'apps', 'tour', 'main.js'), '--brief', ...args);
  }

  ops(...args: string[]): Promise<Run> {
    return this.run(join('dist', 'apps', 'ops', 'main.js'), ...args);
  }

  /** A call to the sandbox's control endpoints; the path stands behind `/control`. */
  control(method: string, path: string, body?: unknown): Promise<Answer> {
    return call(this.sandbox, method, `/control${path}`, body === undefined ? {} : { body });
  }

  /** The sandbox's next `count` calls that match go wrong like this. */
  fault(side: 'broker' | 'identity', match: string, mode: string, count = 1): Promise<Answer> {
    this.requireAlone();
    return this.control('POST', '/faults', { side, match, mode, count });
  }

  noFaults(): Promise<Answer> {
    return this.control('DELETE', '/faults');
  }

  /** What an app has logged so far. */
  logLines(app: Exclude<App, 'supervisor' | 'redis'>): readonly Json[] {
    const text = readFileSync(join(this.dataDir, 'logs', `${app}.log`), 'utf8');
    return text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Json);
  }

  /**
   * Ends every process and removes what was on disk. Nothing that is secret may have been in there.
   * @throws Error naming where a secret lies, or when the processes did not end
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

  /** Where secrets must not lie, as it is now. */
  async places(): Promise<Place[]> {
    return [...(await this.keptElsewhere()), ...this.onDisk(), terminalOf(this.terminal)];
  }

  /** All that it has printed. */
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

  /** Ends every process, and keeps what is on disk. */
  async goDown(): Promise<number | null> {
    return this.requireOwn().end();
  }

  /** Starts it again where it was. */
  async comeUp(): Promise<void> {
    this.supervisor = new Supervisor(this.env, this.terminal);
    await this.supervisor.ready();
  }

  /** @throws Error while others use this service too */
  private requireAlone(): void {
    if ('leave' in this.supervisor && !this.supervisor.isAlone)
      throw new Error('This needs a service of which nobody else is a guest');
  }

  /** @throws Error when it is not this file's own */
  private requireOwn(): Supervisor {
    if ('leave' in this.supervisor) throw new Error('This needs a service of its own');
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

/** A partner's server: logs in once, then calls. */
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

  /** An answer that is not JSON. */
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

  /** Sends this text, and answers with the text of the answer: for what JSON.parse would lose. */
  async exchange(path: string, text: string): Promise<string> {
    const headers = { ...this.headers, 'content-type': 'application/json' };
    const response = await fetch(`${this.api}${path}`, { method: 'POST', headers, body: text });
    return response.text();
  }

  /** Reads until the answer is as wanted; the last answer when it never was. */
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

  /** A list once it has so many in all: it trails what was written. */
  listed(path: string, total: number): Promise<Json> {
    return this.until(path, ({ metadata }) => (metadata as Json)['total'] === total);
  }

  get headers() {
    return { authorization: `bearer ${this.token}` };
  }
}

/** Takes what is secret from the calls to this address. */
export const watch = (base: string, secrets: Secrets): void => void watched.set(base, secrets);

const watched = new Map<string, Secrets>();

/** Whose answers are held to the OpenAPI document. */
const apis = new Set<string>();

/** No api answered. */
export class BalancerFailed extends Error {
  override readonly name = 'BalancerFailed';

  constructor(readonly status: number) {
    super(`the balancer answered ${status}`);
  }
}

export type RawOptions = {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Sent as it is, instead of `body`; its content type is among the headers. */
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
