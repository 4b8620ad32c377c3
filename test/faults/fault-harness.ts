import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '#kernel/crash-points.js';
import { BACKSTOP_MS } from '../support/backstop.js';
import { freePorts } from '../support/free-ports.js';
import { type App, Service, call } from '../support/service.js';
import { ShiftedClock } from '../support/shifted-clock/shifted-clock.js';
import { EsdbServer } from '../support/esdb-server/esdb-server.js';
import { type LoggedEvent, readFileLog, readLedger, readServerLog } from './ledgers.js';
import { Load } from './load.js';
import { Network } from './network.js';
import type { Random } from './random.js';
import { AnswerRecord } from './record.js';
import { isUp } from './sums.check.js';
import { ENDED_ORDER_RECHECK_AFTER_MS } from '#orders/timing.js';

/** `esdb`: the events are in a test server with the protocol of EventStoreDB. */
const EVENT_STORE = process.env['TEST_EVENT_STORE'];

/** A running service under load, with operations to inject faults. */
export class FaultHarness {
  readonly record = new AnswerRecord();
  readonly load: Load;
  /** Streams that a fault made unreadable. */
  readonly poisoned = new Set<string>();
  /** A change at the broker that only a recheck of an ended order finds. */
  isSilenced = false;
  /** Journals that reverse excess credits. */
  readonly excesses: { from: string; to: string; amount: string; description: string }[] = [];

  private constructor(
    readonly service: Service,
    readonly random: Random,
    readonly network: Network,
    readonly clock: ShiftedClock,
    /** Test server; null if the events are in SQLite. */
    readonly eventServer: EsdbServer | null,
    private readonly folder: string,
  ) {
    this.load = new Load(service, this.record, random.fork());
  }

  static async open(random: Random): Promise<FaultHarness> {
    const folder = mkdtempSync(join(tmpdir(), 'brokerage-crash-points-'));
    const [sandbox, redis] = (await freePorts(2)) as [number, number];
    const network = await Network.open({ sandbox, redis });
    const clock = new ShiftedClock();
    const eventServer = EVENT_STORE === 'esdb' ? await EsdbServer.start() : null;
    const hooks = [network, clock].map(({ settings }) => settings['NODE_OPTIONS']);
    const service = await Service.start({
      LOG_LEVEL: 'warn',
      ...(eventServer && { EVENT_STORE_URL: eventServer.url }),
      CRASH_POINTS: folder,
      SANDBOX_PORT: String(sandbox),
      REDIS_PORT: String(redis),
      ...network.settings,
      ...clock.settings,
      NODE_OPTIONS: hooks.join(' '),
    });
    const harness = new FaultHarness(service, random, network, clock, eventServer, folder);
    try {
      await harness.load.prepare();
      return harness;
    } catch (error) {
      await harness.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.service.stop();
    this.eventServer?.kill();
    await this.network.close();
    this.clock.remove();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Returns all events except those of streams with invalid events. */
  readLog(): readonly LoggedEvent[] {
    return this.eventServer === null
      ? readFileLog(this.service, this.poisoned)
      : readServerLog(this.eventServer.events, this.service, this.poisoned);
  }

  /** Makes the app die at this crash point. Returns whether the app reached it in time. */
  async dieAt(app: 'api' | 'worker' | 'projector', point: CrashPoint): Promise<boolean> {
    return this.untilMet(this.armDeath(app, point));
  }

  /** Requests the death without waiting. Returns the file, which is deleted when the app dies. */
  armDeath(app: 'api' | 'worker' | 'projector', point: CrashPoint): string {
    const file = join(this.folder, `${app}.${point}`);
    writeFileSync(file, '');
    return file;
  }

  /** Suspends a process and resumes it after this time. */
  async freeze(app: App, forMs: number): Promise<void> {
    const pid = this.service.pid(app);
    process.kill(pid, 'SIGSTOP');
    try {
      await sleep(forMs);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }

  /** Blocks the app at this crash point. Returns whether the app reached it in time. */
  async blockAt(app: 'worker' | 'projector', point: CrashPoint, forMs: number): Promise<boolean> {
    const file = join(this.folder, `${app}.${point}`);
    writeFileSync(`${file}.next`, `block:${forMs}`);
    renameSync(`${file}.next`, file);
    return this.untilMet(file);
  }

  /** Kills a process; the supervisor restarts it. */
  kill(app: App): void {
    try {
      this.service.kill(app);
    } catch {
      // The process is restarting.
    }
  }

  signal(app: App, signal: NodeJS.Signals): void {
    process.kill(this.service.pid(app), signal);
  }

  async fault(side: 'broker' | 'identity', match: string, mode: string, count = 1): Promise<void> {
    await this.control('/faults', { side, match, mode, count });
  }

  /** Sends a control request to the sandbox. */
  async control(path: string, body: object): Promise<void> {
    const { status } = await call(this.service.sandbox, 'POST', `/control${path}`, { body });
    if (status >= 300)
      throw new Error(`the sandbox answered ${status} to ${path} ${JSON.stringify(body)}`);
  }

  /** Removes all faults of the sandbox, network and clocks, and pending deaths. */
  async calm(): Promise<void> {
    this.network.heal();
    this.clock.set({});
    await this.endErrors();
    for (const file of readdirSync(this.folder)) rmSync(join(this.folder, file), { force: true });
  }

  /** Advances all clocks past the first recheck of all ended orders, if a fault needs it. */
  passLooks(): void {
    if (this.isSilenced) this.clock.set({ '*': ENDED_ORDER_RECHECK_AFTER_MS + BACKSTOP_MS });
  }

  async untilUp(): Promise<void> {
    const endMs = Date.now() + BACKSTOP_MS;
    while (!(await isUp(this.service)) && Date.now() < endMs) await sleep(100);
  }

  /** Retries, because the sandbox may be restarting, which breaks kept-alive connections. */
  private async endErrors(): Promise<void> {
    const endMs = Date.now() + BACKSTOP_MS;
    for (;;) {
      try {
        await call(this.service.sandbox, 'DELETE', '/control/faults');
        await this.endHolds();
        await this.reverseExcesses();
        return;
      } catch (error) {
        if (Date.now() > endMs) throw error;
        await sleep(100);
      }
    }
  }

  /** Removes limits of the broker, executes held journals, and lifts restrictions of accounts. */
  private async endHolds(): Promise<void> {
    await this.control('/rate-limit', { perSecond: null });
    await this.control('/journal-limits', {});
    const { journals, accounts } = await readLedger(this.service);
    for (const { id, idempotencyKey, status } of journals)
      if (idempotencyKey !== null && status === 'pending')
        await this.control(`/journals/${id}`, { outcome: 'execute' });
    for (const { id, status, blocks } of accounts)
      if (blocks.length > 0 || ['DISABLED', 'ACCOUNT_UPDATED'].includes(status))
        await this.control(`/accounts/${id}`, { status: 'ACTIVE', reason: null, blocks: [] });
  }

  /** Lets the broker reverse excess credits, as the operators' guide says. */
  private async reverseExcesses(): Promise<void> {
    const { journals } = await readLedger(this.service);
    const corrected = journals.filter(({ reversedAt }) => reversedAt !== null).map(({ id }) => id);
    for (let excess; (excess = this.excesses[0]); this.excesses.shift())
      if (corrected.includes(excess.description)) await this.control('/journals', excess);
  }

  private async untilMet(file: string): Promise<boolean> {
    const endMs = Date.now() + BACKSTOP_MS;
    while (existsSync(file) && Date.now() < endMs) await sleep(50);
    const met = !existsSync(file);
    rmSync(file, { force: true });
    return met;
  }
}
