/** What may stand in one `Line`. */
export abstract class InLine<Entry extends InLine<Entry>> {
  isInLine = false;
  before: Entry | null = null;
  after: Entry | null = null;
}

/**
 * Who waits, the longest waiting one first. The links stand in the entries: a `Map` or a `Set` that each
 * request enters and leaves makes tables anew all the time, which the garbage collector pays for (docs/adr/0074).
 */
export class Line<Entry extends InLine<Entry>> implements Iterable<Entry> {
  first: Entry | null = null;
  private last: Entry | null = null;

  /** Nothing is done when it stands here already. */
  enter(entry: Entry): void {
    if (entry.isInLine) return;
    entry.isInLine = true;
    entry.before = this.last;
    if (this.last === null) this.first = entry;
    else this.last.after = entry;
    this.last = entry;
  }

  /** Nothing is done when it does not stand here. */
  leave(entry: Entry): void {
    if (!entry.isInLine) return;
    const { before, after } = entry;
    if (before === null) this.first = after;
    else before.after = after;
    if (after === null) this.last = before;
    else after.before = before;
    entry.isInLine = false;
    entry.before = entry.after = null;
  }

  *[Symbol.iterator](): Generator<Entry> {
    for (let each = this.first; each !== null; each = each.after) yield each;
  }
}
