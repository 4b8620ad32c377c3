import type { EventLog, RecordedEvent } from '#platform/event-store/event-log.js';
import { walkLog } from '#platform/event-store/walk-log.js';
import type { Shown } from '../settlement-periods/settlement-reader.js';
import type { PartnerBooks, PeriodBooks } from './partner-books.js';

/**
 * A partner's books as the log makes them up to where what is shown of it ends. Both move, and are not read in
 * the same instant: compared at any other place they would differ by what came in between.
 */
export class ShownBooks {
  /** The first event that is not shown; null while there is none. */
  notShown: RecordedEvent | null = null;
  private then: PeriodBooks | null = null;

  constructor(
    readonly shown: Shown,
    private readonly books: PartnerBooks,
  ) {}

  get upToShown(): PeriodBooks {
    return this.then ?? this.books;
  }

  /** Before the books take the event in. */
  meet(event: RecordedEvent): void {
    if (this.notShown !== null || event.position <= this.shown.position) return;
    this.notShown = { ...event, data: null };
    this.then = this.books.kept();
  }
}

/** The log to its end, and on to where what is shown was when it was read on the way. */
export async function* walkPast(
  log: EventLog,
  read: ReadonlyMap<string, ShownBooks>,
): AsyncGenerator<RecordedEvent> {
  let end: bigint | null = null;
  let isFurther: boolean;
  // A log that was put back ends before what is shown of it, until that is filled anew.
  do {
    isFurther = false;
    for await (const event of walkLog(log, end)) {
      end = event.position;
      isFurther = true;
      yield event;
    }
  } while (isFurther && [...read.values()].some(({ shown }) => shown.position > (end ?? 0n)));
}
