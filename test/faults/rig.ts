import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '#platform/core/crash-points.js';
import { type App, Service, call } from '../support/service.js';
import { Load } from './load.js';
import type { Random } from './random.js';
import { AnswerRecord } from './record.js';
import { isUp } from './sums.check.js';

const BACK_MAX_MS = 30_000;
const MET_WITHIN_MS = 30_000;

/** A running service under a load, and the means to do it harm. */
export class Rig {
  readonly record = new AnswerRecord();
  readonly load: Load;
  /** Streams that a fault made unreadable on purpose. */
  readonly poisoned = new Set<string>();

  private constructor(
    readonly service: Service,
    readonly random: Random,
    private readonly folder: string,
  ) {
    this.load = new Load(service, this.record, random.fork());
  }

  static async open(random: Random): Promise<Rig> {
    const folder = mkdtempSync(join(tmpdir(), 'brokerage-crash-points-'));
    const service = await Service.start({ LOG_LEVEL: 'warn', CRASH_POINTS: folder });
    const rig = new Rig(service, random, folder);
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
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Has the app die at its next pass of that point. Answers whether it came by in time. */
  async dieAt(app: 'api' | 'worker' | 'projector', point: CrashPoint): Promise<boolean> {
    const file = this.armDeath(app, point);
    const endMs = Date.now() + MET_WITHIN_MS;
    while (existsSync(file) && Date.now() < endMs) await sleep(50);
    const met = !existsSync(file);
    rmSync(file, { force: true });
    return met;
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
    const body = { side, match, mode, count };
    const { status } = await call(this.service.sandbox, 'POST', '/control/faults', { body });
    if (status >= 300) throw new Error(`the sandbox refused the fault ${match} ${mode}`);
  }

  /** No more faults at the sandbox, and no death that waits. */
  async calm(): Promise<void> {
    await call(this.service.sandbox, 'DELETE', '/control/faults');
    for (const file of readdirSync(this.folder)) rmSync(join(this.folder, file), { force: true });
  }

  async untilUp(): Promise<void> {
    const endMs = Date.now() + BACK_MAX_MS;
    while (!(await isUp(this.service)) && Date.now() < endMs) await sleep(100);
  }
}
