import type { App } from '../../support/service.js';

export type Sample = { readonly atMs: number; readonly rssMb: number; readonly handles: number };

/** Samples of a process from its start to its end. */
export type Life = Growth & {
  readonly app: App;
  readonly pid: number;
  readonly samples: readonly Sample[];
};

export type Growth = {
  readonly minutes: number;
  /** Growth of the regression line after the warm-up: end / start − 1. Null for a short lifetime. */
  readonly growth: number | null;
  readonly fromMb: number;
  readonly toMb: number;
  readonly handlesFrom: number;
  readonly handlesTo: number;
};

/** Warm-up time, in which a process fills caches, pools and heap. Later growth would be permanent. */
const WARM_AFTER_MS = 10 * 60_000;
/** Minimum duration of samples, so that noise does not count as growth. */
const JUDGED_FROM_MS = 15 * 60_000;

export const growthOf = (
  samples: readonly Sample[],
  warmAfterMs = WARM_AFTER_MS,
  judgedFromMs = JUDGED_FROM_MS,
): Growth => {
  const [first] = samples;
  const bornMs = first?.atMs ?? 0;
  const warm = samples.filter(({ atMs }) => atMs - bornMs >= warmAfterMs);
  const lastMs = samples.at(-1)?.atMs ?? bornMs;
  const minutes = (lastMs - bornMs) / 60_000;
  const [begin, end] = [warm[0], warm.at(-1)];
  if (begin === undefined || end === undefined || end.atMs - begin.atMs < judgedFromMs) {
    const [from, to] = [first, samples.at(-1)];
    return { minutes, growth: null, ...ends(from, to), ...mb(from?.rssMb, to?.rssMb) };
  }
  const line = lineThrough(warm.map(({ atMs, rssMb }) => [atMs - begin.atMs, rssMb] as const));
  const [fromMb, toMb] = [line(0), line(end.atMs - begin.atMs)];
  return { minutes, growth: toMb / fromMb - 1, ...ends(begin, end), fromMb, toMb };
};

const ends = (from: Sample | undefined, to: Sample | undefined) => ({
  handlesFrom: from?.handles ?? 0,
  handlesTo: to?.handles ?? 0,
});

const mb = (fromMb = 0, toMb = 0) => ({ fromMb, toMb });

/** Fits a line by least squares. */
const lineThrough = (points: readonly (readonly [number, number])[]) => {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const over = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const under = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const slope = under === 0 ? 0 : over / under;
  return (x: number): number => meanY + slope * (x - meanX);
};

/** Returns a line for each lifetime that is long enough. */
export const linesOf = (lives: readonly Life[]): readonly string[] =>
  lives
    .filter(({ samples }) => samples.length > 1)
    .map(({ app, pid, minutes, growth, fromMb, toMb, handlesFrom, handlesTo }) => {
      const grown = growth === null ? 'too short to judge' : `${(growth * 100).toFixed(1)} %`;
      const size = `${fromMb.toFixed(0)} → ${toMb.toFixed(0)} MB`;
      const handles = `${handlesFrom} → ${handlesTo} handles`;
      return `${app} ${pid}: ${minutes.toFixed(1)} minutes, ${size} (${grown}), ${handles}`;
    });
