import type { ReadRow } from '#kernel/projection/table.js';
import {
  type ActivityKind,
  type activityTable,
  KINDS,
  MINUTE_MS,
  type Step,
  minuteOf,
} from './activity.projection.js';
import { medianMs } from './latency-histogram.js';

const MINUTES_SHOWN = 60;

type KindActivity = Readonly<Record<Step, readonly number[]>> & {
  /** Median duration with an error of at most 10 %. Null if nothing completed. */
  readonly medianMs: number | null;
};

type ActivityRow = ReadRow<(typeof activityTable)['columns']>;

/** The last 60 minutes, the current one last. */
export type Hour = {
  /** Start of each minute, ISO 8601 UTC. */
  readonly minutes: readonly string[];
  readonly kinds: Readonly<Record<ActivityKind, KindActivity>>;
};

/** Adds up the counts of all partners in these minutes. */
export const hourOf = (rows: readonly ActivityRow[], now: Date): Hour => {
  const first = minuteOf(now.getTime()) - MINUTES_SHOWN + 1;
  const placed = rows.map((row) => ({ ...row, place: minuteOf(Date.parse(row.minute)) - first }));
  const shown = placed.filter(({ place }) => place >= 0 && place < MINUTES_SHOWN);
  const of = (kind: ActivityKind): KindActivity => {
    const own = shown.filter((row) => row.kind === kind);
    const perMinute = (step: Step) => {
      const counts = new Array<number>(MINUTES_SHOWN).fill(0);
      for (const { place, what, count } of own) if (what === step) counts[place]! += Number(count);
      return counts;
    };
    return {
      begun: perMinute('begun'),
      done: perMinute('done'),
      failed: perMinute('failed'),
      medianMs: medianMs(own.map(({ what, count }) => [what, Number(count)])),
    };
  };
  const minutes = Array.from({ length: MINUTES_SHOWN }, (_, i) =>
    new Date((first + i) * MINUTE_MS).toISOString(),
  );
  const [deposits, orders, onboardings] = KINDS;
  return {
    minutes,
    kinds: { deposits: of(deposits), orders: of(orders), onboardings: of(onboardings) },
  };
};
