import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { BACKSTOP_MS } from '../backstop.js';

type Shifts = Partial<Record<'*' | 'api' | 'worker' | 'projector' | 'sandbox' | 'ops', number>>;

const HOOK = pathToFileURL(join(process.cwd(), 'test/support/shifted-clock/hook.mjs')).href;

/** Changes the clocks of a service's running processes. The service starts with `settings`. */
export class ShiftedClock {
  private readonly folder = mkdtempSync(join(tmpdir(), 'clock-'));
  private readonly file = join(this.folder, 'shifts.json');
  private shiftMs = 0;

  get settings(): Record<string, string> {
    return { NODE_OPTIONS: `--import ${HOOK}`, SHIFTED_CLOCK_FILE: this.file };
  }

  /** Offsets of the apps from the machine's clock, in milliseconds. `*` is for the other apps. */
  set(shifts: Shifts): void {
    writeFileSync(`${this.file}.next`, JSON.stringify(shifts));
    renameSync(`${this.file}.next`, this.file);
  }

  /** Time of the service's clocks after the last `advanceTo`. */
  now(): number {
    return Date.now() + this.shiftMs;
  }

  /** Advances all clocks to this time. Resolves when the API uses it. */
  async advanceTo(momentMs: number): Promise<void> {
    this.shiftMs = momentMs - Date.now();
    this.set({ '*': this.shiftMs });
    const endMs = Date.now() + BACKSTOP_MS;
    while (!this.isReadBy('api')) {
      if (Date.now() > endMs) throw new Error('the api did not read the new time');
      await sleep(20);
    }
  }

  private isReadBy(app: string): boolean {
    try {
      return readFileSync(`${this.file}.of-${app}`, 'utf8') === readFileSync(this.file, 'utf8');
    } catch {
      return false;
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
