export const waitMs: (testPath: string, nowMs: number) => number;
export const awaitMidnight: (testPath: string) => Promise<void>;
