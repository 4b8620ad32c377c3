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

/** `esdb`: the events are in a test server that speaks the protocol of EventStoreDB. */
const EVENT_STORE = process.env['TEST_EVENT_STORE'];

/** A running service under a load, and the means to do it harm. */
export class FaultHarness {
  readonly record = new AnswerRecord();
  readonly load: Load;
  /** Streams that a fault made unreadable on purpose. */
  readonly poisoned = new Set<string>();
  /** Something happened at the broker that only a look at an order that ended finds. */
  isSilenced = false;
  /** Journals that reverse excess credits. */
  readonly excesses: { from: string; to: string; amount: string; description: string }[] = [];

  private constructor(
    readonly service: Service,
    readonly random: Random,
    readonly network: Network,
    readonly clock: ShiftedClock,
    /** Null where the events are in SQLite. */
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
    const rig = new FaultHarness(service, random, network, clock, eventServer, folder);
    try {
      await rig.load.prepare();
      return rig;
    } catch (error) {
      await rig.close();
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

  /** All events, without the streams that a fault poisoned. */
  readLog(): readonly LoggedEvent[] {
    return this.eventServer === null
      ? readFileLog(this.service, this.poisoned)
      : readServerLog(this.eventServer.events, this.service, this.poisoned);
  }

  /** Has the app die at its next pass of that point. Answers whether it came by in time. */
  async dieAt(app: 'api' | 'worker' | 'projector', point: CrashPoint): Promise<boolean> {
    return this.untilMet(this.armDeath(app, point));
  }

  /** The same, without waiting for it: the file, which is gone once it happened. */
  armDeath(app: 'api' | 'worker' | 'projector', point: CrashPoint): string {
    const file = join(this.folder, `${app}.${point}`);
    writeFileSync(file, '');
    return file;
  }

  /** Stops a process in the middle of whatever it does, and lets it go on. */
  async freeze(app: App, forMs: number): Promise<void> {
    const pid = this.service.pid(app);
    process.kill(pid, 'SIGSTOP');
    try {
      await sleep(forMs);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }

  /** Has the app stand still at its next pass of that point. Answers whether it came by in time. */
  async blockAt(app: 'worker' | 'projector', point: CrashPoint, forMs: number): Promise<boolean> {
    const file = join(this.folder, `${app}.${point}`);
    writeFileSync(`${file}.next`, `block:${forMs}`);
    renameSync(`${file}.next`, file);
    return this.untilMet(file);
  }

  /** Ends a process as a power cut would; the supervisor starts it again. */
  kill(app: App): void {
    try {
      this.service.kill(app);
    } catch {
      // It is between two lives.
    }
  }

  signal(app: App, signal: NodeJS.Signals): void {
    process.kill(this.service.pid(app), signal);
  }

  async fault(side: 'broker' | 'identity', match: string, mode: string, count = 1): Promise<void> {
    await this.control('/faults', { side, match, mode, count });
  }

  /** What the sandbox is told to do. */
  async control(path: string, body: object): Promise<void> {
    const { status } = await call(this.service.sandbox, 'POST', `/control${path}`, { body });
    if (status >= 300)
      throw new Error(`the sandbox answered ${status} to ${path} ${JSON.stringify(body)}`);
  }

  /** No more faults at the sandbox, in the network or of clocks, and no death that waits. */
  async calm(): Promise<void> {
    this.network.heal();
    this.clock.set({});
    await this.endErrors();
    for (const file of readdirSync(this.folder)) rmSync(join(this.folder, file), { force: true });
  }

  /** Has all clocks pass the first look at every order that has ended, if that is needed. */
  passLooks(): void {
    if (this.isSilenced) this.clock.set({ '*': ENDED_ORDER_RECHECK_AFTER_MS + BACKSTOP_MS });
  }

  async untilUp(): Promise<void> {
    const endMs = Date.now() + BACKSTOP_MS;
    while (!(await isUp(this.service)) && Date.now() < endMs) await sleep(100);
  }

  /** The sandbox may be between two lives, and a connection kept from the one before breaks. */
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

  /** The broker's limits, what it holds because of them, and the accounts that its people hold. */
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

  /** As the operator's guide says: the broker reverses what it credited beyond the requested amount. */
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
