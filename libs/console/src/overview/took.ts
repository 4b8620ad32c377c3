/** Of each doubling: a bucket's middle is within a tenth of everything in it. */
const STEPS_PER_DOUBLING = 4;
const PREFIX = 'took-';

/** The field that counts what took about so long. */
export const tookField = (tookMs: number): string =>
  `${PREFIX}${Math.max(0, Math.ceil(STEPS_PER_DOUBLING * Math.log2(Math.max(1, tookMs))))}`;

/** The bucket that a field counts; null when it counts something else. */
export const tookBucket = (field: string): number | null =>
  field.startsWith(PREFIX) ? Number(field.slice(PREFIX.length)) : null;

/** Of counts by bucket, within a tenth; null when there is none. */
export const medianMs = (counts: ReadonlyMap<number, number>): number | null => {
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  let below = 0;
  for (const [bucket, n] of [...counts].sort(([a], [b]) => a - b)) {
    below += n;
    if (below * 2 >= total) return Math.round(2 ** ((bucket - 0.5) / STEPS_PER_DOUBLING));
  }
  return null;
};
