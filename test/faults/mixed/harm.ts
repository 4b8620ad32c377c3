import type { Random } from '../random.js';
import type { Rig } from '../rig.js';

/** One harm beside a running load, with everything about it drawn: it repeats with its seed. */
export type Harm = {
  readonly kind: string;
  readonly what: string;
  do(rig: Rig): Promise<unknown>;
};

/** Draws one harm of its kind. */
export type HarmKind = (random: Random) => Harm;
