import type { RegisteredProjection } from './projection.js';
import { type Copy, copyOf } from './copies.js';

/** A read model to rebuild, and the id of the last request for it; empty without a request. */
export type RebuildTarget = { readonly model: RegisteredProjection; readonly request: string };

export type StoreInventory = {
  readonly models: readonly RegisteredProjection[];
  readonly copies: readonly Copy[];
  /** By read model. */
  readonly requests: ReadonlyMap<string, string>;
  /** Whether this process has just started. The newest process decides on versions. */
  readonly isStarting: boolean;
};

/**
 * Returns the read models to rebuild: models without an active copy, requested ones, and at the
 * start models whose active copy has another version. Pure.
 */
export const rebuildTargets = ({
  models,
  copies,
  requests,
  isStarting,
}: StoreInventory): readonly RebuildTarget[] =>
  models.flatMap((model) => {
    const active = copyOf(copies, 'served', model.name);
    const rebuild = copyOf(copies, 'filling', model.name);
    const request = requests.get(model.name) ?? '';
    const isAsked = request !== '' && request !== active?.request;
    const isOther = active !== undefined && active.version !== model.version;
    const isUnderWay = rebuild?.version === model.version;
    const isWanted = active === undefined || isAsked || (isOther && isStarting);
    return isWanted || (isOther && isUnderWay) ? [{ model, request }] : [];
  });

/**
 * Returns the read models that a process of another version keeps active, including models that
 * this version does not know. This process then waits: two versions that replace each other's
 * copies would never finish. Pure.
 */
export const thirdPartyOf = (findings: StoreInventory): readonly string[] => {
  const wanted = new Set(rebuildTargets(findings).map(({ model }) => model.name));
  const versions = new Map(findings.models.map(({ name, version }) => [name, version]));
  return findings.copies
    .filter(({ slot, name, version }) => slot === 'served' && versions.get(name) !== version)
    .map(({ name }) => name)
    .filter((name) => !wanted.has(name));
};

/**
 * Whether every target was rebuilt and failed its audit. It is not rebuilt again without a request.
 * Pure.
 */
export const isRefused = (wanted: readonly RebuildTarget[], { copies }: StoreInventory): boolean =>
  wanted.every(({ model, request }) => {
    const rebuild = copyOf(copies, 'filling', model.name);
    const isSame = rebuild?.version === model.version && rebuild.request === request;
    return isSame && rebuild.faults !== '';
  });
