/** One filling of a projection's models. Ids grow with time, so that a later one is the greater. */
export type Generation = {
  readonly id: string;
  readonly version: number;
  /** The operator's request that it answers, if any. */
  readonly request: string | null;
};

/** Which generations of a projection exist; the one truth that all its runners follow. */
export type Registry = {
  /** The one that readers use. */
  readonly active: Generation | null;
  /** The one being filled beside it. */
  readonly building: Generation | null;
  /** Whether keys of earlier generations may still lie about. */
  readonly sweep: boolean;
};

export type Findings = {
  /** What Redis holds; null after a wipe, or before the first start. */
  readonly registry: Registry | null;
  /** Version of the projection in this process. */
  readonly version: number;
  /** Whether this process has just started: then it is the newest and may take over. */
  readonly starting: boolean;
  /** Generations that are wiped, set back to an older copy, or made from another log. */
  readonly lost: ReadonlySet<string>;
  /** Generations that lack a partner, and go on for the others. */
  readonly incomplete: ReadonlySet<string>;
  readonly request: string | null;
  readonly nowMs: number;
};

const EMPTY: Registry = { active: null, building: null, sweep: true };

/**
 * The registry as it should be. A process that was running when one of another version took over
 * stands by and changes nothing, or the two would rebuild against each other for ever.
 */
export const nextRegistry = (findings: Findings): Registry => {
  const { version, starting, lost, request } = findings;
  const known = findings.registry ?? EMPTY;
  if (!starting && isForeign(known, version)) return known;
  const active = known.active !== null && lost.has(known.active.id) ? null : known.active;
  const kept =
    known.building !== null && !lost.has(known.building.id) && known.building.version === version
      ? known.building
      : null;
  const wanted = request !== null && request !== active?.request;
  if (kept !== null) return { ...known, active, building: wanted ? { ...kept, request } : kept };
  const sound = active?.version === version && !findings.incomplete.has(active.id);
  if (sound && !wanted) return { ...known, active, building: null };
  const id = generationId(findings.nowMs, [known.active?.id, known.building?.id]);
  return { ...known, active, building: { id, version, request: wanted ? request : null } };
};

/** Whether another version of the projection is in charge. */
const isForeign = ({ active, building }: Registry, version: number): boolean =>
  (building ?? active)?.version !== version && (building ?? active) !== null;

/** After readers have moved to the generation that was built. */
export const switched = (registry: Registry): Registry => ({
  active: registry.building ?? registry.active,
  building: null,
  sweep: true,
});

/** The generations that a process of this version may feed. */
export const toFeed = ({ active, building }: Registry, version: number): readonly Generation[] =>
  [active, building].filter((one) => one !== null).filter((one) => one.version === version);

const ID_LENGTH = 9;
const RADIX = 36;

/** Milliseconds in base 36, or the next free number when the clock was set back. */
const generationId = (nowMs: number, earlier: readonly (string | undefined)[]): string => {
  const after = earlier.map((id) => (id === undefined ? 0 : parseInt(id, RADIX) + 1));
  return Math.max(nowMs, ...after)
    .toString(RADIX)
    .padStart(ID_LENGTH, '0');
};
