import { LRUCache } from 'lru-cache';

/** Age at which a partner's keys and terms are read again: half of the time that the docs give. */
const KEYS_FRESH_MS = 500;

const ENTRIES_MAX = 10_000;

type Entry<State> = {
  readonly state: Promise<State>;
  readonly readAtMs: number;
  /** Undefined until it has been read. */
  read: State | undefined;
};

type Source<State> = {
  readonly load: (id: string) => Promise<State>;
  /** Made-up ids must not push out those that exist. */
  readonly exists: (state: State) => boolean;
};

/** States by id, each at most half a second old, for what is asked on every request. */
export class StateByIdCache<State> {
  private readonly entries = new LRUCache<string, Entry<State>>({ max: ENTRIES_MAX });

  constructor(private readonly source: Source<State>) {}

  find(id: string): Promise<State> {
    return this.entry(id).state;
  }

  /** From the log, unless another who asked at the same moment has it read already. */
  async findUncached(id: string, isEnough: (state: State) => boolean): Promise<State> {
    const entry = this.entry(id);
    const state = await entry.state;
    if (isEnough(state)) return state;
    this.drop(id, entry);
    return this.find(id);
  }

  /** Without waiting; undefined when nobody can say at once. */
  atHand(id: string): State | undefined {
    return this.fresh(id)?.read;
  }

  /** For who has just changed it. */
  forget(id: string): void {
    this.entries.delete(id);
  }

  private fresh(id: string): Entry<State> | undefined {
    const known = this.entries.get(id);
    const isFresh = known !== undefined && performance.now() - known.readAtMs < KEYS_FRESH_MS;
    return isFresh ? known : undefined;
  }

  private entry(id: string): Entry<State> {
    const fresh = this.fresh(id);
    if (fresh !== undefined) return fresh;
    const state = this.source.load(id);
    const entry: Entry<State> = { state, readAtMs: performance.now(), read: undefined };
    this.entries.set(id, entry);
    // A failure is not to be remembered.
    state.then(
      (read) => {
        entry.read = read;
        if (!this.source.exists(read)) this.drop(id, entry);
      },
      () => this.drop(id, entry),
    );
    return entry;
  }

  private drop(id: string, entry: Entry<State>): void {
    if (this.entries.get(id) === entry) this.entries.delete(id);
  }
}
