import type { Change } from './projection.js';

/** Which documents of a list: all, those of one owner, those of one status, or both. */
export type ListFilter = {
  readonly owner?: string | undefined;
  readonly status?: string | undefined;
};

/** The index that holds exactly the documents of a filter, in the order in which they were listed. */
export const indexOf = ({ owner, status }: ListFilter): string => {
  const parts = [
    ...(owner === undefined ? [] : [`owner:${owner}`]),
    ...(status === undefined ? [] : [`status:${status}`]),
  ];
  return parts.length === 0 ? 'all' : parts.join('/');
};

/** Puts a new document into the index of every filter that it matches. */
export const listed = (doc: string, owner: string, status: string): readonly Change[] =>
  [{}, { owner }, { status }, { owner, status }].map((filter) => ({
    op: 'index',
    index: indexOf(filter),
    member: doc,
    isNew: true,
  }));

/** Moves it to another status from whichever of `before` it has; it keeps its place in the order. */
export const relisted = (
  doc: string,
  owner: string,
  before: readonly string[],
  status: string,
): readonly Change[] => {
  const changes: Change[] = [];
  for (const names of [ofAll, namesOf(owner)]) {
    const to = names.of(status);
    for (const old of before) changes.push({ op: 'move', member: doc, from: names.of(old), to });
  }
  return changes;
};

/** Names of the indexes by status: an event of an order asks for ten, always the same ones. */
class StatusNames {
  private readonly names = new Map<string, string>();

  constructor(readonly owner?: string) {}

  of(status: string): string {
    const known = this.names.get(status);
    if (known !== undefined) return known;
    const name = indexOf({ owner: this.owner, status });
    this.names.set(status, name);
    return name;
  }
}

const ofAll = new StatusNames();
/** What a user does comes in runs. */
let latest = ofAll;

const namesOf = (owner: string): StatusNames => {
  if (latest.owner !== owner) latest = new StatusNames(owner);
  return latest;
};
