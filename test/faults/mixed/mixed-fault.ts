import type { Random } from '../random.js';
import type { FaultHarness } from '../fault-harness.js';

/** A fault under load with random parameters, which repeats with its seed. */
export type MixedFault = {
  readonly kind: string;
  readonly what: string;
  do(harness: FaultHarness): Promise<unknown>;
};

/** Draws a fault of this kind. */
export type FaultKind = (random: Random) => MixedFault;
