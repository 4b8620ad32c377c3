/** Buckets per doubling: the middle of a bucket is within 10 % of all its values. */
const STEPS_PER_DOUBLING = 4;
const PREFIX = 'took-';

/** Returns the field that counts durations near `tookMs`. */
export const tookField = (tookMs: number): string =>
  `${PREFIX}${Math.max(0, Math.ceil(STEPS_PER_DOUBLING * Math.log2(Math.max(1, tookMs))))}`;

/**
 * Returns the median of counts by field with an error of at most 10 %. Ignores other fields. Null
 * without counts.
 */
export const medianMs = (counts: readonly (readonly [field: string, n: number])[]) => {
  const buckets = counts
    .filter(([field]) => field.startsWith(PREFIX))
    .map(([field, n]) => ({ bucket: Number(field.slice(PREFIX.length)), n }))
    .sort((a, b) => a.bucket - b.bucket);
  const total = buckets.reduce((sum, { n }) => sum + n, 0);
  let below = 0;
  for (const { bucket, n } of buckets) {
    below += n;
    if (below * 2 >= total) return Math.round(2 ** ((bucket - 0.5) / STEPS_PER_DOUBLING));
  }
  return null;
};
