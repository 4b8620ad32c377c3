/** Formats the time since a value of `performance.now()`. */
export const sinceText = (startedAt) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
