/** Base class of the entries of an `IntrusiveList`. */
export abstract class ListNode<Entry extends ListNode<Entry>> {
  isInLine = false;
  before: Entry | null = null;
  after: Entry | null = null;
}

/**
 * A queue, the oldest entry first. The entries contain the links: a `Map` or a `Set` that each
 * request enters and leaves rebuilds its tables constantly, which costs garbage collection
 * (docs/developers/tooling.md).
 */
export class IntrusiveList<Entry extends ListNode<Entry>> implements Iterable<Entry> {
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
