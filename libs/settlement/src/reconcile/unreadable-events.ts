import { deposits } from '#funding';
import { orders } from '#orders';
import type { RecordedEvent } from '#platform/event-store/event-log.js';
import { categoryOf } from '#platform/event-store/stream.js';
import { type Difference, differenceOf } from './difference.js';

/** The events of the log that nobody can read. Everything else is compared without them. */
export class UnreadableEvents {
  private readonly byStream = new Map<string, Difference>();

  /** Each stream with such an event, with the first of them. */
  get differences(): readonly Difference[] {
    return [...this.byStream.values()];
  }

  /** What `read` makes of the event; null when it fails, and then the event is named. */
  attempt<Result>(
    event: RecordedEvent,
    read: () => Result,
    accountId: string | null = null,
  ): Result | null {
    try {
      return read();
    } catch {
      this.name(event, accountId);
      return null;
    }
  }

  /** Without what is said of those that cannot be read whole, and with their names. */
  instead(differences: readonly Difference[]): readonly Difference[] {
    const named = this.differences;
    const ids = new Set(named.flatMap(idsOf));
    return [...differences.filter((each) => !idsOf(each).some((id) => ids.has(id))), ...named];
  }

  private name({ stream, type, revision, metadata }: RecordedEvent, accountId: string | null) {
    if (this.byStream.has(stream)) return;
    const category = categoryOf(stream);
    const id = stream.slice(category.length + 1);
    const named = differenceOf({
      kind: 'event_unreadable',
      partnerId: metadata.partnerId || null,
      depositId: category === deposits.category ? id : null,
      orderId: category === orders.category ? id : null,
      accountId,
      what: `${stream}: event ${revision} (${type}) cannot be read`,
    });
    this.byStream.set(stream, named);
  }
}

const idsOf = ({ depositId, orderId }: Difference): readonly string[] =>
  [depositId, orderId].filter((id) => id !== null);
