/** How long ago a moment of `Date.now()` was, for people. */
export const sinceText = (startedAt) => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
