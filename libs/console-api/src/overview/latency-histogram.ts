/** Buckets per doubling: the middle of a bucket is within 10 % of all its values. */
const STEPS_PER_DOUBLING = 4;
const PREFIX = 'took-';

/** Returns the field that counts durations near `tookMs`. */
export const tookField = (tookMs: number): string =>
  `${PREFIX}${Math.max(0, Math.ceil(STEPS_PER_DOUBLING * Math.log2(Math.max(1, tookMs))))}`;

/** Returns the bucket of a field, or null for other fields. */
export const tookBucket = (field: string): number | null =>
  field.startsWith(PREFIX) ? Number(field.slice(PREFIX.length)) : null;

/** Returns the median of counts by bucket with an error of at most 10 %, or null without counts. */
export const medianMs = (counts: ReadonlyMap<number, number>): number | null => {
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  let below = 0;
  for (const [bucket, n] of [...counts].sort(([a], [b]) => a - b)) {
    below += n;
    if (below * 2 >= total) return Math.round(2 ** ((bucket - 0.5) / STEPS_PER_DOUBLING));
  }
  return null;
};
