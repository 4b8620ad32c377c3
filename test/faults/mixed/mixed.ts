import { cpSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../random.js';
import { FaultHarness } from '../fault-harness.js';
import { settle, shown } from '../settle.js';
import { type Figures, type Happened, figuresOf, progressOf } from './figures.js';
import { type Appointment, scheduleOf, soakOf } from './schedule.js';
import type { FaultKind } from './mixed-fault.js';
import { Sampler } from './sampler.js';

export type MixedOptions = {
  readonly seed: number;
  readonly minutes: number;
  /** Commands a second. */
  readonly ratePerS: number;
  /** Avoids restarts, and measures memory and handles of the processes. */
  readonly soak?: boolean;
  /** Kinds of faults; all by default. */
  readonly kinds?: readonly FaultKind[];
  /** Folder for a copy of the data of a failed run. */
  readonly keep?: string;
};

const PROGRESS_EVERY_MS = 10_000;
const CALM_AFTER_MS = 2_000;

/** Runs a steady load with one fault after another, a quiet minute, and the five checks. */
export const runMixed = async (
  { seed, minutes, ratePerS, soak = false, kinds, keep }: MixedOptions,
  say: (line: string) => void,
): Promise<Figures> => {
  const random = new Random(seed);
  const forMs = minutes * 60_000;
  const chance = random.fork();
  const schedule = soak ? soakOf(chance, forMs) : scheduleOf(chance, forMs, kinds);
  say(`seed ${seed}: ${minutes} minutes, ${ratePerS} commands/s, ${schedule.length} faults`);
  for (const { atMs, fault } of schedule) say(`  ${clock(atMs)}  ${fault.kind}: ${fault.what}`);
  const harness = await FaultHarness.open(random.fork());
  const sampler = soak ? new Sampler(harness.service) : null;
  try {
    return await ending(harness, async () => {
      const happened = await injectAll(harness, schedule, { forMs, ratePerS, say });
      await harness.calm();
      await sleep(CALM_AFTER_MS);
      await harness.load.stop();
      harness.passLooks();
      const verdict = await settle(harness, { fullMinute: true });
      if (keep !== undefined && verdict.violations.length > 0)
        cpSync(harness.service.dataDir, keep, { recursive: true });
      const processes = (await sampler?.judge()) ?? null;
      return figuresOf({ harness, seed, minutes, ratePerS, happened, verdict, processes });
    });
  } finally {
    sampler?.stop();
    await harness.close();
  }
};

type Course = { forMs: number; ratePerS: number; say: (line: string) => void };

/** Follows the schedule, with one fault at a time. */
const injectAll = async (
  harness: FaultHarness,
  schedule: readonly Appointment[],
  { forMs, ratePerS, say }: Course,
): Promise<readonly Happened[]> => {
  const happened: Happened[] = [];
  const beganMs = performance.now();
  const elapsedMs = () => performance.now() - beganMs;
  const progress = setInterval(() => {
    say(`${clock(elapsedMs())}  ${progressOf(harness.record, happened)}`);
  }, PROGRESS_EVERY_MS);
  harness.load.startAt(ratePerS);
  try {
    for (const { atMs, fault } of schedule) {
      await sleep(Math.max(0, atMs - elapsedMs()));
      say(`${clock(elapsedMs())}  ${fault.kind}: ${fault.what}`);
      const failed = await fault.do(harness).then(
        () => null,
        (error: unknown) => String(error),
      );
      // A fault of a dead process fails, which is not an error of the service.
      if (failed !== null) say(`${clock(elapsedMs())}  could not: ${failed.slice(0, 200)}`);
      happened.push({ kind: fault.kind, done: failed === null });
    }
    await sleep(Math.max(0, forMs - elapsedMs()));
  } finally {
    clearInterval(progress);
  }
  return happened;
};

/** Ends the processes of an interrupted run. */
const ending = async <T>(harness: FaultHarness, work: () => Promise<T>): Promise<T> => {
  const interrupted = () => void harness.close().then(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await work();
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
};

const clock = (ms: number): string => {
  const seconds = Math.floor(ms / 1_000);
  return `${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, '0')}`;
};

export const tell = (figures: Figures, say: (line: string) => void): void => {
  const { answers, effects, faults } = figures;
  const list = (of: object) =>
    Object.entries(of)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  say(`commands   ${figures.commands}, held back ${figures.heldBack}`);
  say(`answers    ${list(answers)}; 2xx ${figures.answered2xx}; p99 ${figures.p99Ms} ms`);
  say(`effects    ${list(effects)}`);
  say(`faults     ${list(faults)}`);
  say(`lost ${figures.lost}, doubled ${figures.doubled}, different ${figures.different}`);
  say(`open after the quiet minute ${figures.openAfterMinute}; quiet after ${figures.quietS} s`);
  for (const line of figures.processes?.lines ?? []) say(line);
  for (const line of shown(figures.violations)) say(`VIOLATED ${line}`);
  say(
    figures.violations.length === 0 ? `seed ${figures.seed} holds` : `seed ${figures.seed} FAILED`,
  );
};
