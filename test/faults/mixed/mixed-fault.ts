import type { Random } from '../random.js';
import type { FaultHarness } from '../fault-harness.js';

/** One harm beside a running load, with everything about it drawn: it repeats with its seed. */
export type MixedFault = {
  readonly kind: string;
  readonly what: string;
  do(rig: FaultHarness): Promise<unknown>;
};

/** Draws one harm of its kind. */
export type HarmKind = (random: Random) => MixedFault;
