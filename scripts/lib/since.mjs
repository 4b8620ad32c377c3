/** How long ago a moment of `performance.now()` was, for people. */
export const sinceText = (startedAt) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
