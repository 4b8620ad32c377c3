import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Shifts = Partial<Record<'*' | 'api' | 'worker' | 'projector' | 'sandbox' | 'ops', number>>;

const HOOK = pathToFileURL(join(process.cwd(), 'test/support/shifted-clock/hook.mjs')).href;

/** Clocks of a service's processes, set from outside while they run: `settings` go to its start. */
export class ShiftedClock {
  private readonly folder = mkdtempSync(join(tmpdir(), 'clock-'));
  private readonly file = join(this.folder, 'shifts.json');

  get settings(): Record<string, string> {
    return { NODE_OPTIONS: `--import ${HOOK}`, SHIFTED_CLOCK_FILE: this.file };
  }

  /** Milliseconds that each app is ahead of the machine (or behind it), `*` for all the others. */
  set(shifts: Shifts): void {
    writeFileSync(`${this.file}.next`, JSON.stringify(shifts));
    renameSync(`${this.file}.next`, this.file);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
