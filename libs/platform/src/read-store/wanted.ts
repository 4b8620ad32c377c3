import type { RegisteredModel } from './read-model.js';
import { type Copy, copyOf } from './copies.js';

/** A read model that is to be filled anew, and the last request that it answers; '' if there is none. */
export type Wanted = { readonly model: RegisteredModel; readonly request: string };

export type Findings = {
  readonly models: readonly RegisteredModel[];
  readonly copies: readonly Copy[];
  /** By read model. */
  readonly requests: ReadonlyMap<string, string>;
  /** Whether this process has just started: then it is the newest, and its versions count. */
  readonly isStarting: boolean;
};

/**
 * What is to be filled: what nobody serves, what an operator asks for, and at the start what is
 * served in another version. Pure.
 */
export const wantedOf = ({ models, copies, requests, isStarting }: Findings): readonly Wanted[] =>
  models.flatMap((model) => {
    const served = copyOf(copies, 'served', model.name);
    const filling = copyOf(copies, 'filling', model.name);
    const request = requests.get(model.name) ?? '';
    const isAsked = request !== '' && request !== served?.request;
    const isOther = served !== undefined && served.version !== model.version;
    const isUnderWay = filling?.version === model.version;
    const isWanted = served === undefined || isAsked || (isOther && isStarting);
    return isWanted || (isOther && isUnderWay) ? [{ model, request }] : [];
  });

/**
 * The read models that a process of another version serves, also such as this one does not know and
 * would leave out: two that filled against each other would never end, so this one stands by. Pure.
 */
export const foreignOf = (findings: Findings): readonly string[] => {
  const wanted = new Set(wantedOf(findings).map(({ model }) => model.name));
  const versions = new Map(findings.models.map(({ name, version }) => [name, version]));
  return findings.copies
    .filter(({ slot, name, version }) => slot === 'served' && versions.get(name) !== version)
    .map(({ name }) => name)
    .filter((name) => !wanted.has(name));
};

/** Each was filled already and found faulty: nothing is tried again until somebody asks. Pure. */
export const isRefused = (wanted: readonly Wanted[], { copies }: Findings): boolean =>
  wanted.every(({ model, request }) => {
    const filling = copyOf(copies, 'filling', model.name);
    const isSame = filling?.version === model.version && filling.request === request;
    return isSame && filling.faults !== '';
  });
