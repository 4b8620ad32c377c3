import { setTimeout as sleep } from 'node:timers/promises';
import { generateSync } from 'otplib';

const STEP_S = 30;
const STEP_MS = STEP_S * 1_000;
/** Codes of neighboring steps need one reference time that is not at the end of a step. */
const AWAY_FROM_END_S = 15;

type CodeTime = { now(): number; advanceTo(momentMs: number): Promise<void> };

let time: CodeTime = {
  now: () => Date.now(),
  advanceTo: async (momentMs) => {
    await sleep(momentMs - Date.now());
  },
};

/** Codes are for a service whose clock the tests advance instead of waiting. */
export const takeCodesFrom = (clock: CodeTime): void => {
  time = clock;
};

export const presentStep = (): number => Math.floor(time.now() / STEP_MS);

/** Resolves once the step has begun. */
export const untilStep = async (step: number): Promise<void> => {
  while (presentStep() < step) await time.advanceTo(step * STEP_MS);
};

/** Waits until the current step has enough time left, and returns it. */
export const steadyStep = async (): Promise<number> => {
  const step = presentStep();
  if (time.now() % STEP_MS > AWAY_FROM_END_S * 1_000) await untilStep(step + 1);
  return presentStep();
};

/** Returns the code of a step. */
export const codeOf = (secret: string, step: number): string =>
  generateSync({ secret, epoch: step * STEP_S });

/** Returns codes that are wrong now and for the next minutes. */
export const wrongCodes = (secret: string, step: number, count: number): string[] => {
  const right = new Set(Array.from({ length: 30 }, (_, i) => codeOf(secret, step - 3 + i)));
  return Array.from({ length: count + right.size }, (_, i) => String(100_000 + i))
    .filter((code) => !right.has(code))
    .slice(0, count);
};
