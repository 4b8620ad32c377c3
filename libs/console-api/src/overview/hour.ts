import type { ReadRow } from '#kernel/projection/table.js';
import {
  type ActivityKind,
  type activityTable,
  KINDS,
  MINUTE_MS,
  STEPS,
  type Step,
  minuteOf,
} from './activity.projection.js';
import { medianMs, tookBucket } from './latency-histogram.js';

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
  const counts = new Counts();
  for (const { minute, kind, what, count } of rows) {
    const place = minuteOf(Date.parse(minute)) - first;
    if (place >= 0 && place < MINUTES_SHOWN) counts.add(`${kind}/${what}`, place, Number(count));
  }
  const of = (kind: ActivityKind): KindActivity => ({
    begun: counts.minutes(`${kind}/${STEPS[0]}`),
    done: counts.minutes(`${kind}/${STEPS[1]}`),
    failed: counts.minutes(`${kind}/${STEPS[2]}`),
    medianMs: medianMs(counts.buckets(kind)),
  });
  const [deposits, orders, onboardings] = KINDS;
  return {
    minutes: Array.from({ length: MINUTES_SHOWN }, (_, i) =>
      new Date((first + i) * MINUTE_MS).toISOString(),
    ),
    kinds: { deposits: of(deposits), orders: of(orders), onboardings: of(onboardings) },
  };
};

class Counts {
  private readonly byField = new Map<string, number[]>();

  add(field: string, place: number, n: number): void {
    const places = this.byField.get(field) ?? new Array<number>(MINUTES_SHOWN).fill(0);
    places[place] = (places[place] ?? 0) + n;
    this.byField.set(field, places);
  }

  minutes(field: string): readonly number[] {
    return this.byField.get(field) ?? new Array<number>(MINUTES_SHOWN).fill(0);
  }

  /** Number of durations per bucket. */
  buckets(kind: ActivityKind): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    for (const [field, places] of this.byField) {
      const bucket = field.startsWith(`${kind}/`) ? tookBucket(field.slice(kind.length + 1)) : null;
      if (bucket !== null)
        found.set(
          bucket,
          places.reduce((sum, n) => sum + n, 0),
        );
    }
    return found;
  }
}
