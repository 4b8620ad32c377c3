/** Longest wait for something that must come. Only a failure takes this long, on any machine. */
export const BACKSTOP_MS = 5 * 60_000;
