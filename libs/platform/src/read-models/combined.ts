import type { Change } from './projection.js';

/** Far below what Lua can unpack at once. */
const WORDS_MAX = 2_000;

type Tally = Extract<Change, { readonly op: 'tally' }>;

/** What a document becomes: emptied or not, then fields set or taken away, then sums and counts. */
type Doc = {
  emptied: boolean;
  readonly fields: Map<string, string | null>;
  /** Most documents have neither. */
  sums: Map<string, bigint> | null;
  tallies: Map<string, { readonly tally: Tally; by: number }> | null;
  /** The latest that was counted in. */
  bucket: number;
};

/**
 * Many changes as the few that come to the same, in the words of the script: each document and each
 * index is written once, however often a batch changes it. Changes of different documents and
 * indexes may change places, those of one keep their order.
 */
export class Combined {
  readonly words: string[] = [];
  private readonly docs = new Map<string, Doc>();
  /** Index → member → its score, or null when it is to be in it no more. */
  private readonly indexes = new Map<string, Map<string, string | null>>();
  /** Members that were in no index before. */
  private readonly fresh = new Set<string>();

  /** In the order of the log; `position` is that of their event. */
  add(changes: readonly Change[], position: string): void {
    for (const change of changes) this.take(change, position);
  }

  /** Writes all that is left to write. */
  end(): string[] {
    for (const [name, doc] of this.docs) this.writeDoc(name, doc);
    for (const [name, members] of this.indexes) this.writeIndex(name, members);
    this.docs.clear();
    this.indexes.clear();
    this.fresh.clear();
    return this.words;
  }

  private take(change: Change, position: string): void {
    switch (change.op) {
      case 'set':
        return this.set(change.doc, change.fields);
      case 'delete':
        return void this.docs.set(change.doc, { ...emptyDoc(), emptied: true });
      case 'add':
        return this.sum(change.doc, change.field, change.by);
      case 'tally':
        return this.tally(change);
      case 'index': {
        const { member, isNew = false } = change;
        if (isNew) this.fresh.add(member);
        this.members(change.index).set(member, `${change.score ?? position}`);
        return;
      }
      case 'unindex':
        return this.takeOut(change.index, change.member);
      case 'move':
        return this.move(change.member, change.from, change.to);
      case 'rename':
        this.end();
        return void this.words.push('rename', change.doc, change.to);
    }
  }

  private set(name: string, fields: Readonly<Record<string, string | null>>): void {
    const doc = this.doc(name, ({ tallies }) => tallies !== null);
    for (const field of Object.keys(fields)) {
      doc.sums?.delete(field);
      doc.fields.set(field, fields[field] ?? null);
    }
  }

  /** On top of what the document has, not of what it is about to get: that need not be a number. */
  private sum(name: string, field: string, by: bigint): void {
    const doc = this.doc(name, ({ fields, tallies }) => tallies !== null || fields.has(field));
    doc.sums ??= new Map();
    doc.sums.set(field, (doc.sums.get(field) ?? 0n) + by);
  }

  private tally(tally: Tally): void {
    const { bucket } = tally;
    // An older bucket may have to go before it is counted in again.
    const doc = this.doc(tally.doc, (known) => known.bucket > bucket || holdsFields(known));
    doc.bucket = bucket;
    const name = `${bucket}/${tally.field}`;
    doc.tallies ??= new Map();
    const known = doc.tallies.get(name);
    if (known === undefined) doc.tallies.set(name, { tally, by: 1 });
    else known.by += 1;
  }

  private move(member: string, from: string, to: string): void {
    const score = this.indexes.get(from)?.get(member);
    if (score === undefined && !this.fresh.has(member)) {
      // Whether it is there only Redis knows.
      this.settle(to, member);
      this.words.push('move', member, from, to);
    } else if (typeof score === 'string') {
      this.takeOut(from, member);
      this.members(to).set(member, score);
    }
  }

  private takeOut(index: string, member: string): void {
    if (this.fresh.has(member)) this.indexes.get(index)?.delete(member);
    else this.members(index).set(member, null);
  }

  private settle(index: string, member: string): void {
    const members = this.indexes.get(index);
    const score = members?.get(member);
    if (members === undefined || score === undefined) return;
    this.writeIndex(index, new Map([[member, score]]));
    members.delete(member);
  }

  /** As it stands so far; what does not go together is written before. */
  private doc(name: string, clashes: (doc: Doc) => boolean): Doc {
    const known = this.docs.get(name);
    if (known !== undefined && !clashes(known)) return known;
    if (known !== undefined) this.writeDoc(name, known);
    const doc = emptyDoc();
    this.docs.set(name, doc);
    return doc;
  }

  private members(index: string): Map<string, string | null> {
    const known = this.indexes.get(index);
    if (known !== undefined) return known;
    const members = new Map<string, string | null>();
    this.indexes.set(index, members);
    return members;
  }

  private writeDoc(name: string, { emptied, fields, sums, tallies }: Doc): void {
    if (emptied) this.words.push('delete', name);
    const [set, gone, added]: [string[], string[], string[]] = [[], [], []];
    for (const [field, value] of fields)
      if (value === null) gone.push(field);
      else set.push(field, value);
    for (const [field, by] of sums ?? []) added.push(field, `${by}`);
    this.write('set', name, set);
    if (!emptied) this.write('unset', name, gone);
    this.write('add', name, added);
    for (const { tally, by } of tallies?.values() ?? []) {
      const { bucket, field, keep, most } = tally;
      this.words.push('tally', name, `${bucket}`, field, `${keep}`, `${most}`, `${by}`);
    }
  }

  private writeIndex(name: string, members: ReadonlyMap<string, string | null>): void {
    const [placed, gone]: [string[], string[]] = [[], []];
    for (const [member, score] of members)
      if (score === null) gone.push(member);
      else placed.push(score, member);
    this.write('index', name, placed);
    this.write('unindex', name, gone);
  }

  private write(op: string, name: string, words: readonly string[]): void {
    for (let begin = 0; begin < words.length; begin += WORDS_MAX) {
      const some = words.slice(begin, begin + WORDS_MAX);
      this.words.push(op, name, `${some.length}`, ...some);
    }
  }
}

const holdsFields = ({ fields, sums }: Doc): boolean => fields.size > 0 || sums !== null;

const emptyDoc = (): Doc => ({
  emptied: false,
  fields: new Map(),
  sums: null,
  tallies: null,
  bucket: 0,
});
