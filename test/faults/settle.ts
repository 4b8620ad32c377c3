import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { readLedger } from './ledgers.js';
import { checkEffects } from './effects.check.js';
import { checkModels } from './models.check.js';
import { checkPromises } from './promises.check.js';
import type { FaultHarness } from './fault-harness.js';
import { checkSums } from './sums.check.js';
import { type Violation, different, open } from './violation.js';

/** Time without progress after which the run fails. A busy machine may be slow. */
const STANDSTILL_MAX_MS = 300_000;
/** Longer than the delays of all automatic steps at the broker. */
const STILL_MS = 3_500;
const LOOK_EVERY_MS = 500;
const MINUTE_MS = 60_000;

export type Verdict = {
  readonly quietMs: number;
  /** Number of open effects a minute after the last command. */
  readonly openAfterMinute: number;
  readonly violations: readonly Violation[];
};

/** The tested service, as far as the checks need it. */
export type Tried = Pick<FaultHarness, 'load' | 'record' | 'service' | 'untilUp' | 'readLog'>;

type Look = { readonly events: number; readonly violations: readonly Violation[] };

/**
 * Stops the load and waits until all ledgers agree and nothing changes. Then compares the read models
 * with a rebuild. Returns the duration and the remaining violations. With `fullMinute` it waits a
 * whole minute, and effects that are open at its end count as violations.
 */
export const settle = async (harness: Tried, { fullMinute = false } = {}): Promise<Verdict> => {
  await harness.load.stop();
  await harness.untilUp();
  const sinceMs = Date.now();
  let agreedMs = Infinity;
  let movedMs = sinceMs;
  let before: Look = { events: -1, violations: [] };
  let fewest = Infinity;
  let openAfterMinute: number | null = null;
  for (;;) {
    const beganMs = performance.now();
    const seen = await look(harness);
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
      const violations = [...complaints(harness), ...late, ...(await checkModels(harness.service))];
      return { quietMs: agreedMs - sinceMs, openAfterMinute: openAfterMinute ?? 0, violations };
    }
    if (nowMs - movedMs > STANDSTILL_MAX_MS) {
      const violations = [...complaints(harness), ...seen.violations, different('never quiet')];
      return { quietMs: nowMs - sinceMs, openAfterMinute: openAfterMinute ?? 0, violations };
    }
    // Reading a long log takes time, and the service needs the machine, too.
    await sleep(Math.max(LOOK_EVERY_MS, performance.now() - beganMs));
  }
};

/** Violations that do not disappear with time. */
const complaints = ({ record }: Tried): readonly Violation[] => record.complaints.map(different);

const isOpen = ({ kind }: Violation): boolean => kind === 'open';

const stillOpen = (count: number): readonly Violation[] =>
  count === 0 ? [] : [open(`${count} without an outcome after a quiet minute`)];

const look = async (harness: Tried): Promise<Look> => {
  const { service, record, load } = harness;
  try {
    const ledger = await readLedger(service);
    const log = harness.readLog();
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

/** Returns the first violations as lines. */
export const shown = (violations: readonly Violation[]): readonly string[] => {
  const lines = violations
    .slice(0, SHOWN_MAX)
    .map(({ kind, text }) => `${kind}: ${text.slice(0, SHOWN_CHARACTERS)}`);
  const more = violations.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
};
