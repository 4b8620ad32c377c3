import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '#platform/core/crash-points.js';
import { type App, Service, call } from '../support/service.js';
import { readLedger, readLog } from './books.js';
import { checkEffects } from './effects.check.js';
import { Load } from './load.js';
import { checkModels } from './models.check.js';
import { checkPromises } from './promises.check.js';
import type { Random } from './random.js';
import { AnswerRecord } from './record.js';
import { checkSums, isUp } from './sums.check.js';

/** A busy machine may be slow to work off what is open, but it must not stand still. */
const STANDSTILL_MAX_MS = 90_000;
const BACK_MAX_MS = 30_000;
const MET_WITHIN_MS = 30_000;
/** Longer than anything at the broker waits before it happens by itself. */
const STILL_MS = 3_500;
const SHOWN_MAX = 20;
const SHOWN_CHARACTERS = 400;

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
    const file = join(this.folder, `${app}.${point}`);
    writeFileSync(file, '');
    const endMs = Date.now() + MET_WITHIN_MS;
    while (existsSync(file) && Date.now() < endMs) await sleep(50);
    const met = !existsSync(file);
    rmSync(file, { force: true });
    return met;
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

  async calm(): Promise<void> {
    await call(this.service.sandbox, 'DELETE', '/control/faults');
  }

  async untilUp(): Promise<void> {
    const endMs = Date.now() + BACK_MAX_MS;
    while (!(await isUp(this.service)) && Date.now() < endMs) await sleep(100);
  }

  /**
   * Stops the load and waits until all books agree and nothing moves any more. Answers how long
   * that took and what still disagrees once nothing gets better; then holds the read models against a
   * rebuild.
   */
  async settle(): Promise<Verdict> {
    await this.load.stop();
    await this.untilUp();
    const sinceMs = Date.now();
    let agreedMs = Infinity;
    let events = -1;
    let fewest = Infinity;
    let movedMs = sinceMs;
    for (;;) {
      const look = await this.look();
      const nowMs = Date.now();
      if (look.violations.length > 0 || look.events !== events) agreedMs = Infinity;
      if (look.violations.length === 0) agreedMs = Math.min(agreedMs, nowMs);
      events = look.events;
      if (look.violations.length < fewest) {
        fewest = look.violations.length;
        movedMs = nowMs;
      }
      if (nowMs - agreedMs > STILL_MS) {
        const violations = await checkModels(this.service);
        return { quietMs: agreedMs - sinceMs, violations: shown(violations) };
      }
      if (nowMs - movedMs > STANDSTILL_MAX_MS)
        return { quietMs: nowMs - sinceMs, violations: shown([...look.violations, 'never quiet']) };
      await sleep(500);
    }
  }

  private async look(): Promise<{ events: number; violations: readonly string[] }> {
    try {
      const ledger = await readLedger(this.service);
      const log = readLog(this.service, this.poisoned);
      const violations = [
        ...checkPromises(log, this.record),
        ...checkEffects(log, ledger),
        ...(await checkSums(this.load.servers, log, ledger)),
      ];
      return { events: log.length, violations };
    } catch (error) {
      return { events: -1, violations: [`could not be checked: ${String(error)}`] };
    }
  }
}

const shown = (violations: readonly string[]): readonly string[] =>
  violations.slice(0, SHOWN_MAX).map((text) => text.slice(0, SHOWN_CHARACTERS));

export type Verdict = { readonly quietMs: number; readonly violations: readonly string[] };
