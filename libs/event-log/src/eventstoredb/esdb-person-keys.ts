import { v7 as timeOrderedId } from 'uuid';
import {
  WrongExpectedRevision,
  type NewEvent,
  type RecordedEvent,
} from '#kernel/event-store/event-log.js';
import { keyStreamOf, personOfKeyStream } from '../encryption/key-stream.js';
import type { StoredKey, PersonKeyStore } from '#kernel/event-store/person-key-store.js';

const KEYS_AT_ONCE = 16;

/** Operations of the adapter on the streams of keys. */
type KeyStreams = {
  /** Returns the last event of a stream, null without one, `deleted` after a permanent deletion. */
  last(stream: string): Promise<RecordedEvent | null | 'deleted'>;
  append(stream: string, expected: bigint | 'no_stream', event: NewEvent): Promise<unknown>;
  /** Deletes a stream permanently: it cannot be created again. */
  tombstone(stream: string): Promise<void>;
  /** Names of streams of keys, each at least once. */
  names(): AsyncIterable<string>;
};

/** Keys of people in EventStoreDB, one stream for each. Subscribers of the log do not see them. */
export class EsdbPersonKeys implements PersonKeyStore {
  constructor(private readonly streams: KeyStreams) {}

  async find(people: readonly string[]): Promise<ReadonlyMap<string, StoredKey>> {
    const found = new Map<string, StoredKey>();
    for (let i = 0; i < people.length; i += KEYS_AT_ONCE)
      await Promise.all(
        people.slice(i, i + KEYS_AT_ONCE).map(async (person) => {
          const last = await this.streams.last(keyStreamOf(person));
          if (last !== null) found.set(person, last === 'deleted' ? null : wrappedIn(last));
        }),
      );
    return found;
  }

  async create(person: string, wrapped: string): Promise<StoredKey> {
    const known = await this.streams.last(keyStreamOf(person));
    if (known !== null) return known === 'deleted' ? null : wrappedIn(known);
    if (await this.write(person, 'no_stream', wrapped)) return wrapped;
    return (await this.find([person])).get(person) ?? null;
  }

  async replace(person: string, before: string, wrapped: string): Promise<boolean> {
    const last = await this.streams.last(keyStreamOf(person));
    if (last === null || last === 'deleted' || wrappedIn(last) !== before) return false;
    return this.write(person, last.revision, wrapped);
  }

  async destroy(person: string): Promise<void> {
    const last = await this.streams.last(keyStreamOf(person));
    if (last === 'deleted') return;
    // A stream must exist before it can be deleted.
    if (last === null) await this.write(person, 'no_stream', '');
    await this.streams.tombstone(keyStreamOf(person));
  }

  async *all(): AsyncGenerator<readonly [person: string, stored: StoredKey]> {
    const names = new Set<string>();
    for await (const name of this.streams.names()) names.add(personOfKeyStream(name));
    const people = [...names];
    for (let i = 0; i < people.length; i += KEYS_AT_ONCE)
      yield* await this.find(people.slice(i, i + KEYS_AT_ONCE));
  }

  private async write(person: string, expected: bigint | 'no_stream', wrapped: string) {
    const at = new Date().toISOString();
    const metadata = { partnerId: '', correlationId: '', causationId: '', actor: 'keys', at };
    const event = { id: timeOrderedId(), type: 'PersonKeyKept', data: { wrapped }, metadata };
    try {
      await this.streams.append(keyStreamOf(person), expected, event);
      return true;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return false;
      if ((await this.streams.last(keyStreamOf(person))) === 'deleted') return false;
      throw error;
    }
  }
}

const wrappedIn = ({ data }: RecordedEvent): string => (data as { wrapped: string }).wrapped;
