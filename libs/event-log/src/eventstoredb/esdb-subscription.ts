import type { AllStreamResolvedEvent, EventStoreDBClient } from '@eventstore/db-client';
import { excludeSystemEvents, START } from '@eventstore/db-client';
import { reconnecting } from '#kernel/concurrency/retry.js';
import { FROM_LEADER, esdbTrouble, ignore } from './esdb-calls.js';
import { toRecordedEvent } from './esdb-events.js';
import { isKeyStream } from '../encryption/key-stream.js';
import { HeadWatch } from './esdb-head-watch.js';
import type { Batch, RecordedEvent } from '#kernel/event-store/event-log.js';
import { resumeBackoff } from '../timing.js';

const BATCH_EVENTS_MAX = 500;
/** Limit of unread events. At the limit the flow control of the connection stops the server. */
const BUFFERED_EVENTS = 256;

type Source = {
  /** Returns the present client. */
  readonly client: () => EventStoreDBClient;
  readonly readHead: () => Promise<bigint | null>;
  /** Receives the reason and the last position of a subscription that ended unexpectedly. */
  readonly onTrouble: (reason: string, last: bigint | null) => void;
};

/** Subscribes after the last event that the consumer received, again after each interruption. */
export const subscribeToLog = (
  source: Source,
  after: bigint | null,
  signal: AbortSignal,
): AsyncGenerator<Batch> => {
  let last = after;
  // A broken subscription ends without an error. An error means that no later one can succeed.
  const when = () => false;
  return reconnecting({ signal, backoff: resumeBackoff, when }, async function* (delivered) {
    for await (const batch of oneSubscription(source, last, signal)) {
      last = batch.events.at(-1)?.position ?? last;
      delivered();
      yield batch;
    }
  });
};

/** Ends when the subscription breaks, stops silently, or the signal aborts. */
async function* oneSubscription(
  { client, readHead, onTrouble }: Source,
  after: bigint | null,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  const feed = new Feed(client(), after, signal);
  const watch = new HeadWatch(readHead, () => feed.poke());
  let last = after;
  try {
    while (!signal.aborted) {
      const events = feed.take(BATCH_EVENTS_MAX, last);
      last = events.at(-1)?.position ?? last;
      const caughtUp = watch.isCaughtUp(last, events.length, events.length < BUFFERED_EVENTS);
      if (events.length > 0 || caughtUp) {
        yield { events, caughtUp };
      } else {
        const reason = feed.trouble ?? watch.trouble;
        if (reason !== null) {
          onTrouble(reason, last);
          return;
        }
        watch.probeIfDue();
        await feed.wait(watch.pauseMs);
      }
    }
  } finally {
    feed.stop();
  }
}

/** A subscription of the client, read at the consumer's pace. */
class Feed {
  /** Reason why the subscription ended, null while it works. */
  trouble: string | null = null;
  poke: () => void = ignore;
  private readonly source;

  constructor(
    client: EventStoreDBClient,
    after: bigint | null,
    private readonly signal: AbortSignal,
  ) {
    const fromPosition = after === null ? START : { commit: after, prepare: after };
    const filter = excludeSystemEvents();
    this.source = client.subscribeToAll(
      { fromPosition, filter, ...FROM_LEADER },
      { highWaterMark: BUFFERED_EVENTS },
    );
    const broke = (error?: unknown) => {
      this.trouble ??= error === undefined ? 'it ended' : esdbTrouble(error);
      this.poke();
    };
    // The error listener stays: an unhandled error would end the process.
    this.source
      .on('readable', () => this.poke())
      .on('error', broke)
      .on('end', () => broke())
      .on('close', () => broke());
    signal.addEventListener('abort', this.aborted);
  }

  take(max: number, last: bigint | null): RecordedEvent[] {
    const events: RecordedEvent[] = [];
    while (events.length < max) {
      const resolved = this.source.read() as AllStreamResolvedEvent | null;
      if (resolved === null) break;
      const event = toRecordedEvent(resolved);
      if (event !== null && isKeyStream(event.stream)) continue;
      const known = events.at(-1)?.position ?? last;
      if (event !== null && (known === null || event.position > known)) events.push(event);
    }
    return events;
  }

  /** Waits for an event, an error, a wake-up, or the end of the time. */
  async wait(ms: number): Promise<void> {
    if (this.trouble !== null || this.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.poke = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.poke = ignore;
  }

  stop(): void {
    this.signal.removeEventListener('abort', this.aborted);
    this.poke = ignore;
    // Drains the stream: the client forgets a canceled stream only after its end.
    this.source.removeAllListeners('readable').resume();
    this.source.unsubscribe().catch(ignore);
  }

  private readonly aborted = () => this.poke();
}
