export const BROWSERS: readonly string[];
