import { v7 as timeOrderedId } from 'uuid';
import { WrongExpectedRevision, type NewEvent, type RecordedEvent } from './event-log.js';
import type { KeptKey, PersonKeyStore } from './person-key-store.js';

const PREFIX = 'person-key-';
const KEYS_AT_ONCE = 16;

export const isKeyStream = (stream: string): boolean => stream.startsWith(PREFIX);

/** What the adapter offers for the streams of keys. */
type KeyStreams = {
  /** The last event of a stream, null when there is none; `deleted` once it was deleted for ever. */
  last(stream: string): Promise<RecordedEvent | null | 'deleted'>;
  append(stream: string, expected: bigint | 'no_stream', event: NewEvent): Promise<unknown>;
  /** For ever: the stream cannot be made again. */
  tombstone(stream: string): Promise<void>;
  /** Names of streams of keys, each at least once. */
  names(): AsyncIterable<string>;
};

/** The keys of people in EventStoreDB, in a stream each, which those who follow the log never see. */
export class EsdbPersonKeys implements PersonKeyStore {
  constructor(private readonly streams: KeyStreams) {}

  async find(people: readonly string[]): Promise<ReadonlyMap<string, KeptKey>> {
    const found = new Map<string, KeptKey>();
    for (let i = 0; i < people.length; i += KEYS_AT_ONCE)
      await Promise.all(
        people.slice(i, i + KEYS_AT_ONCE).map(async (person) => {
          const last = await this.streams.last(PREFIX + person);
          if (last !== null) found.set(person, last === 'deleted' ? null : wrappedIn(last));
        }),
      );
    return found;
  }

  async create(person: string, wrapped: string): Promise<KeptKey> {
    const known = await this.streams.last(PREFIX + person);
    if (known !== null) return known === 'deleted' ? null : wrappedIn(known);
    if (await this.write(person, 'no_stream', wrapped)) return wrapped;
    return (await this.find([person])).get(person) ?? null;
  }

  async replace(person: string, before: string, wrapped: string): Promise<boolean> {
    const last = await this.streams.last(PREFIX + person);
    if (last === null || last === 'deleted' || wrappedIn(last) !== before) return false;
    return this.write(person, last.revision, wrapped);
  }

  async destroy(person: string): Promise<void> {
    const last = await this.streams.last(PREFIX + person);
    if (last === 'deleted') return;
    // What never was is deleted as well, and so has to be made first.
    if (last === null) await this.write(person, 'no_stream', '');
    await this.streams.tombstone(PREFIX + person);
  }

  async *all(): AsyncGenerator<readonly [person: string, kept: KeptKey]> {
    const names = new Set<string>();
    for await (const name of this.streams.names()) names.add(name.slice(PREFIX.length));
    const people = [...names];
    for (let i = 0; i < people.length; i += KEYS_AT_ONCE)
      yield* await this.find(people.slice(i, i + KEYS_AT_ONCE));
  }

  private async write(person: string, expected: bigint | 'no_stream', wrapped: string) {
    const at = new Date().toISOString();
    const nobody = { partnerId: '', correlationId: '', causationId: '', actor: 'keys', at };
    const event = {
      id: timeOrderedId(),
      type: 'PersonKeyKept',
      data: { wrapped },
      metadata: nobody,
    };
    try {
      await this.streams.append(PREFIX + person, expected, event);
      return true;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return false;
      if ((await this.streams.last(PREFIX + person)) === 'deleted') return false;
      throw error;
    }
  }
}

const wrappedIn = ({ data }: RecordedEvent): string => (data as { wrapped: string }).wrapped;
