import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { readLedger } from './ledgers.js';
import { checkEffects } from './effects.check.js';
import { checkModels } from './models.check.js';
import { checkPromises } from './promises.check.js';
import type { FaultHarness } from './fault-harness.js';
import { checkSums } from './sums.check.js';
import { type Violation, different, open } from './violation.js';

/** A busy machine may be slow to work off what is open, but it must not stand still. */
const STANDSTILL_MAX_MS = 300_000;
/** Longer than anything at the broker waits before it happens by itself. */
const STILL_MS = 3_500;
const LOOK_EVERY_MS = 500;
const MINUTE_MS = 60_000;

export type Verdict = {
  readonly quietMs: number;
  /** How much had no outcome a minute after the last command, whatever became of it later. */
  readonly openAfterMinute: number;
  readonly violations: readonly Violation[];
};

/** What is tried, as far as the checks look at it. */
export type Tried = Pick<FaultHarness, 'load' | 'record' | 'service' | 'untilUp' | 'readLog'>;

type Look = { readonly events: number; readonly violations: readonly Violation[] };

/**
 * Stops the load and waits until all books agree and nothing moves any more. Answers how long that
 * took and what still disagrees once nothing gets better; then holds the read models against a
 * rebuild. With `fullMinute` it takes the whole quiet minute, and what is open at its end counts.
 */
export const settle = async (rig: Tried, { fullMinute = false } = {}): Promise<Verdict> => {
  await rig.load.stop();
  await rig.untilUp();
  const sinceMs = Date.now();
  let agreedMs = Infinity;
  let movedMs = sinceMs;
  let before: Look = { events: -1, violations: [] };
  let fewest = Infinity;
  let openAfterMinute: number | null = null;
  for (;;) {
    const beganMs = performance.now();
    const seen = await look(rig);
    const nowMs = Date.now();
    const { length } = seen.violations;
    if (length > 0 || seen.events !== before.events) agreedMs = Infinity;
    if (length === 0) agreedMs = Math.min(agreedMs, nowMs);
    if (length < fewest) movedMs = nowMs;
    fewest = Math.min(fewest, length);
    before = seen;
    const minuteIsOver = nowMs - sinceMs >= MINUTE_MS;
    if (minuteIsOver) openAfterMinute ??= seen.violations.filter(isOpen).length;
    const agreed = nowMs - agreedMs > STILL_MS;
    if (agreed && (!fullMinute || minuteIsOver)) {
      const late = fullMinute ? stillOpen(openAfterMinute ?? 0) : [];
      const violations = [...complaints(rig), ...late, ...(await checkModels(rig.service))];
      return { quietMs: agreedMs - sinceMs, openAfterMinute: openAfterMinute ?? 0, violations };
    }
    if (nowMs - movedMs > STANDSTILL_MAX_MS) {
      const violations = [...complaints(rig), ...seen.violations, different('never quiet')];
      return { quietMs: nowMs - sinceMs, openAfterMinute: openAfterMinute ?? 0, violations };
    }
    // A long log is long to read, and the service needs the machine too.
    await sleep(Math.max(LOOK_EVERY_MS, performance.now() - beganMs));
  }
};

/** What no quiet mends. */
const complaints = ({ record }: Tried): readonly Violation[] => record.complaints.map(different);

const isOpen = ({ kind }: Violation): boolean => kind === 'open';

const stillOpen = (count: number): readonly Violation[] =>
  count === 0 ? [] : [open(`${count} without an outcome after a quiet minute`)];

const look = async (rig: Tried): Promise<Look> => {
  const { service, record, load } = rig;
  try {
    const ledger = await readLedger(service);
    const log = rig.readLog();
    const violations = [
      ...checkPromises(log, record),
      ...checkEffects(log, ledger),
      ...(await checkSums(load.servers, log, ledger)),
    ];
    return { events: log.length, violations };
  } catch (error) {
    return { events: -1, violations: [different(`could not be checked: ${String(error)}`)] };
  }
};

const SHOWN_MAX = 20;
const SHOWN_CHARACTERS = 400;

/** The first of them, as lines. */
export const shown = (violations: readonly Violation[]): readonly string[] => {
  const lines = violations
    .slice(0, SHOWN_MAX)
    .map(({ kind, text }) => `${kind}: ${text.slice(0, SHOWN_CHARACTERS)}`);
  const more = violations.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
};
