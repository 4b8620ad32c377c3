import { setTimeout as sleep } from 'node:timers/promises';
import { generateSync } from 'otplib';

const STEP_S = 30;
/** Steps are counted from one moment; whoever needs neighbours must not be at a border. */
const AWAY_FROM_END_S = 15;

/** Waits until the present step lasts a good while longer, and answers it. */
export const steadyStep = async (): Promise<number> => {
  const intoMs = Date.now() % (STEP_S * 1_000);
  if (intoMs > AWAY_FROM_END_S * 1_000) await sleep(STEP_S * 1_000 - intoMs);
  return Math.floor(Date.now() / 1_000 / STEP_S);
};

/** The code of a step. */
export const codeOf = (secret: string, step: number): string =>
  generateSync({ secret, epoch: step * STEP_S });

/** Codes that are wrong now and for some minutes. */
export const wrongCodes = (secret: string, step: number, count: number): string[] => {
  const right = new Set(Array.from({ length: 30 }, (_, i) => codeOf(secret, step - 3 + i)));
  return Array.from({ length: count + right.size }, (_, i) => String(100_000 + i))
    .filter((code) => !right.has(code))
    .slice(0, count);
};
