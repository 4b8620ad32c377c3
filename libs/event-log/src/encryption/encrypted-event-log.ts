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
 * Returns unencrypted events unchanged. After the destruction of a key its fields are null.
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
      read: async (...query) => (await log.read(...query)).map(withoutPersonal),
      subscribe: (after, signal) => batchesWithoutPersonal(log.subscribe(after, signal)),
    };
  }

  async read(...query: Parameters<EventLog['read']>): Promise<readonly RecordedEvent[]> {
    return this.decrypted(await this.log.read(...query));
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
      const created = [...keys.values()].flatMap((key) => key.created ?? []);
      return this.log.append(stream, expected, ciphertext, created);
    });
  }

  async *subscribe(after: bigint | null, signal: AbortSignal): AsyncGenerator<Batch> {
    const retried = { signal, backoff: resumeBackoff, when: isUnavailable };
    for await (const { events, caughtUp } of this.log.subscribe(after, signal)) {
      const decrypted = await retryUntilAborted(retried, () => this.decrypted(events));
      if (decrypted === undefined) return;
      yield { events: decrypted, caughtUp };
    }
  }

  head(): Promise<bigint | null> {
    return this.log.head();
  }

  close(): Promise<void> {
    return this.log.close();
  }

  private async keysFor(events: readonly NewEvent[]): Promise<ReadonlyMap<string, DataKey>> {
    const people = events.filter(hasPersonal).map(({ personal }) => personal.of);
    const keys = new Map<string, DataKey>();
    for (const person of new Set(people)) keys.set(person, await this.keys.toEncrypt(person));
    return keys;
  }

  private async decrypted(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    const people = events.flatMap(({ data }) => ciphertextIn(data)?.of ?? []);
    if (people.length === 0) return events;
    const keys = await this.keys.toDecrypt(people);
    return events.map((event) => {
      const ciphertext = ciphertextIn(event.data);
      if (ciphertext === null) return event;
      const key = ciphertext.box === undefined ? undefined : keys.get(ciphertext.of);
      if (key === undefined) return { ...event, data: withNulls(event.data, ciphertext) };
      return { ...event, data: decryptFields(event.data, ciphertext, key, event) };
    });
  }
}

type PersonalEvent = NewEvent & { readonly personal: NonNullable<NewEvent['personal']> };

const hasPersonal = (event: NewEvent): event is PersonalEvent =>
  event.personal?.fields.some((field) => ownValue(event.data as Data, field) !== undefined) ??
  false;

const encryptedWith = (
  keys: ReadonlyMap<string, DataKey>,
  stream: string,
  { personal, ...event }: NewEvent,
): NewEvent => {
  const dataKey = personal === undefined ? undefined : keys.get(personal.of);
  if (personal === undefined || dataKey === undefined) return event;
  const identity = { ...event, stream };
  return { ...event, data: encryptFields(event.data as Data, personal, dataKey.key, identity) };
};

const withoutPersonal = (event: RecordedEvent): RecordedEvent => {
  const ciphertext = ciphertextIn(event.data);
  return ciphertext === null ? event : { ...event, data: withNulls(event.data, ciphertext) };
};

async function* batchesWithoutPersonal(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
  for await (const { events, caughtUp } of batches)
    yield { events: events.map(withoutPersonal), caughtUp };
}
