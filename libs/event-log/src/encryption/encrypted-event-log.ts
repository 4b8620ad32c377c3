import { ownValue } from '#kernel/own-value.js';
import { retry, retryUntilAborted } from '#kernel/concurrency/retry.js';
import {
  type Appended,
  type Batch,
  type EventLog,
  type ExpectedRevision,
  type NewEvent,
  type RecordedEvent,
  isUnavailable,
} from '#kernel/event-store/event-log.js';
import { LookUps } from './look-ups.js';
import { type KeyedEventLog, KeyTaken } from '#kernel/event-store/person-key-store.js';
import type { PersonKeys, DataKey } from './person-keys.js';
import { decryptFields, encryptFields, ciphertextIn, withNulls } from './encrypted-fields.js';
import { resumeBackoff } from '../timing.js';

type Data = Readonly<Record<string, unknown>>;

/**
 * Encrypts personal fields on append and decrypts them on read, with one key for each person.
 * Earlier, unencrypted events are returned unchanged. After the destruction of a key its fields
 * read as null.
 */
export class EncryptedEventLog implements EventLog {
  readonly unopened: Pick<EventLog, 'read' | 'subscribe'>;
  readonly lookUps: LookUps;

  constructor(
    private readonly log: KeyedEventLog,
    private readonly keys: PersonKeys,
  ) {
    this.lookUps = new LookUps(keys);
    this.unopened = {
      read: async (...asked) => (await log.read(...asked)).map(closed),
      subscribe: (after, signal) => closedBatches(log.subscribe(after, signal)),
    };
  }

  async read(...asked: Parameters<EventLog['read']>): Promise<readonly RecordedEvent[]> {
    return this.opened(await this.log.read(...asked));
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<Appended> {
    const when = (error: unknown) => error instanceof KeyTaken;
    return retry({ backoff: () => 0, when }, async () => {
      const keys = await this.keysFor(events);
      const ciphertext = events.map((event) => encryptedWith(keys, stream, event));
      const made = [...keys.values()].flatMap((key) => key.made ?? []);
      return this.log.append(stream, expected, ciphertext, made);
    });
  }

  async *subscribe(after: bigint | null, signal: AbortSignal): AsyncGenerator<Batch> {
    const retried = { signal, backoff: resumeBackoff, when: isUnavailable };
    for await (const { events, caughtUp } of this.log.subscribe(after, signal)) {
      const opened = await retryUntilAborted(retried, () => this.opened(events));
      if (opened === undefined) return;
      yield { events: opened, caughtUp };
    }
  }

  head(): Promise<bigint | null> {
    return this.log.head();
  }

  close(): Promise<void> {
    return this.log.close();
  }

  private async keysFor(events: readonly NewEvent[]): Promise<ReadonlyMap<string, DataKey>> {
    const people = events.filter(tellsOfSomebody).map(({ personal }) => personal.of);
    const keys = new Map<string, DataKey>();
    for (const person of new Set(people)) keys.set(person, await this.keys.toSeal(person));
    return keys;
  }

  private async opened(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    const people = events.flatMap(({ data }) => ciphertextIn(data)?.of ?? []);
    if (people.length === 0) return events;
    const keys = await this.keys.toOpen(people);
    return events.map((event) => {
      const ciphertext = ciphertextIn(event.data);
      if (ciphertext === null) return event;
      const opened = ciphertext.box === undefined ? undefined : keys.get(ciphertext.of);
      if (opened === undefined) return { ...event, data: withNulls(event.data, ciphertext) };
      return { ...event, data: decryptFields(event.data, ciphertext, opened, event) };
    });
  }
}

type OfSomebody = NewEvent & { readonly personal: NonNullable<NewEvent['personal']> };

const tellsOfSomebody = (event: NewEvent): event is OfSomebody =>
  event.personal?.fields.some((field) => ownValue(event.data as Data, field) !== undefined) ??
  false;

const encryptedWith = (
  keys: ReadonlyMap<string, DataKey>,
  stream: string,
  { personal, ...event }: NewEvent,
): NewEvent => {
  const sealing = personal === undefined ? undefined : keys.get(personal.of);
  if (personal === undefined || sealing === undefined) return event;
  const place = { ...event, stream };
  return { ...event, data: encryptFields(event.data as Data, personal, sealing.key, place) };
};

const closed = (event: RecordedEvent): RecordedEvent => {
  const ciphertext = ciphertextIn(event.data);
  return ciphertext === null ? event : { ...event, data: withNulls(event.data, ciphertext) };
};

async function* closedBatches(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  for await (const { events, caughtUp } of batches) yield { events: events.map(closed), caughtUp };
}
