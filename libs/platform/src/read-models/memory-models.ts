import type { RecordedEvent } from '../event-store/event-log.js';
import type { Change, RegisteredProjection } from './projection.js';
import { tally } from './tally.js';
import type { Document, Page, PageOf, Read } from './read-models.js';

/**
 * The read models of one partner and one projection in memory, filled from recorded events: for
 * reading while Redis is away, and for tests. It answers as `ReadModels` does and means the same.
 */
export class MemoryModels {
  private readonly docs = new Map<string, Map<string, string>>();
  private readonly indexes = new Map<string, Map<string, bigint>>();
  private position = '';

  /** `keeps`: which changes are wanted, when not all of them are. */
  constructor(
    private readonly projection: RegisteredProjection,
    private readonly keeps: (change: Change) => boolean = () => true,
  ) {}

  /** Events in the order of the log, of one partner. */
  take(recorded: RecordedEvent): void {
    this.position = `${recorded.position}`;
    for (const change of this.projection.changesOf(recorded))
      if (this.keeps(change)) this.apply(change, recorded.position);
  }

  async documents(
    _partnerId: string,
    _projection: string,
    docs: readonly string[],
  ): Promise<Read<readonly (Document | null)[]>> {
    return this.read(docs.map((doc) => this.documentOf(doc)));
  }

  async page(_partnerId: string, _projection: string, page: PageOf): Promise<Read<Page>> {
    const { index, docPrefix, offset, limit, newestFirst = false } = page;
    const members = this.membersOf(index);
    if (newestFirst) members.reverse();
    const ids = members.slice(offset, offset + limit);
    const documents = ids.map((id) => this.documentOf(`${docPrefix}${id}`) ?? {});
    return this.read({ ids, documents, total: members.length });
  }

  async held(
    _partnerId: string,
    _projection: string,
    index: string,
    members: readonly string[],
  ): Promise<Read<readonly string[]>> {
    const known = this.indexes.get(index);
    return this.read(members.filter((member) => known?.has(member) === true));
  }

  /** Everything, in an order that depends on the content alone. */
  contents(): string {
    const docs = [...this.docs.keys()].sort().map((doc) => [doc, sorted(this.documentOf(doc))]);
    const indexes = [...this.indexes.keys()].sort().flatMap((index) => {
      const scores = this.indexes.get(index);
      const members = this.membersOf(index).map((id) => [id, `${scores?.get(id)}`]);
      return members.length === 0 ? [] : [[index, members]];
    });
    return JSON.stringify([docs, indexes]);
  }

  private read<Value>(value: Value): Read<Value> {
    const { position } = this;
    return { status: 'ready', value, position, written: position };
  }

  private documentOf(doc: string): Document | null {
    const fields = this.docs.get(doc);
    return fields === undefined || fields.size === 0 ? null : Object.fromEntries(fields);
  }

  private membersOf(index: string): string[] {
    const entries = [...(this.indexes.get(index) ?? [])];
    return entries.sort(byScore).map(([member]) => member);
  }

  private apply(change: Change, position: bigint): void {
    switch (change.op) {
      case 'set':
        for (const [field, value] of Object.entries(change.fields))
          if (value === null) this.docs.get(change.doc)?.delete(field);
          else inner(this.docs, change.doc).set(field, value);
        return;
      case 'delete':
        this.docs.delete(change.doc);
        return;
      case 'add': {
        const doc = inner(this.docs, change.doc);
        doc.set(change.field, `${BigInt(doc.get(change.field) ?? 0) + change.by}`);
        return;
      }
      case 'tally':
        tally(inner(this.docs, change.doc), change);
        return;
      case 'index':
        inner(this.indexes, change.index).set(change.member, change.score ?? position);
        return;
      case 'unindex':
        this.indexes.get(change.index)?.delete(change.member);
        return;
      case 'move': {
        const score = this.indexes.get(change.from)?.get(change.member);
        if (score === undefined) return;
        this.indexes.get(change.from)?.delete(change.member);
        inner(this.indexes, change.to).set(change.member, score);
        return;
      }
      case 'rename':
        rename(this.docs, change.doc, change.to);
        rename(this.indexes, change.doc, change.to);
        return;
    }
  }
}

const inner = <Value>(outer: Map<string, Map<string, Value>>, key: string): Map<string, Value> => {
  const found = outer.get(key) ?? new Map<string, Value>();
  outer.set(key, found);
  return found;
};

/** As Redis does: nothing happens without a source, which is never empty; the target is replaced. */
const rename = <Value>(maps: Map<string, Map<string, Value>>, from: string, to: string): void => {
  const found = maps.get(from);
  if (found === undefined || found.size === 0 || from === to) return;
  maps.delete(from);
  maps.set(to, found);
};

const byScore = (a: readonly [string, bigint], b: readonly [string, bigint]): number => {
  if (a[1] !== b[1]) return a[1] < b[1] ? -1 : 1;
  return a[0] < b[0] ? -1 : 1;
};

const sorted = (document: Document | null) => Object.entries(document ?? {}).sort();
