import { crashPoint } from '#kernel/crash-points.js';
import { doubling, retry } from '#kernel/concurrency/retry.js';
import { EventLogUnavailable } from '#kernel/event-store/event-log.js';
import type { StoredKey, PersonKeyStore } from '#kernel/event-store/person-key-store.js';
import type { SqliteKeyTable } from './sqlite-key-table.js';
import { SQLITE_APPEND_PAUSE_MS, SQLITE_BUSY_RETRY_TIMEOUT_MS } from '../timing.js';

type Run = <Result>(work: (keys: SqliteKeyTable) => Result) => Promise<Result>;

const PAGE_KEYS = 500;

/** Keys of people in the file of the embedded log. */
export class SqlitePersonKeys implements PersonKeyStore {
  constructor(private readonly run: Run) {}

  find(people: readonly string[]): Promise<ReadonlyMap<string, StoredKey>> {
    return this.run((keys) => keys.find(people));
  }

  create(person: string, wrapped: string): Promise<StoredKey> {
    return this.run((keys) => keys.create(person, wrapped));
  }

  replace(person: string, before: string, wrapped: string): Promise<boolean> {
    return this.run((keys) => keys.replace(person, before, wrapped));
  }

  async destroy(person: string): Promise<void> {
    await this.run((keys) => keys.destroy(person));
    crashPoint('erasure.overwritten');
    const inUse = new EventLogUnavailable('other processes keep reading the event database');
    const when = (error: unknown) => error === inUse;
    const withinMs = SQLITE_BUSY_RETRY_TIMEOUT_MS;
    await retry({ backoff: doubling(SQLITE_APPEND_PAUSE_MS), when, withinMs }, async () => {
      if (!(await this.run((keys) => keys.cleared()))) throw inUse;
    });
  }

  async *all(): AsyncGenerator<readonly [person: string, stored: StoredKey]> {
    for (let last = 0, count = PAGE_KEYS; count === PAGE_KEYS;) {
      const page = await this.run((keys) => keys.after(last, PAGE_KEYS));
      for (const { person, wrapped } of page) yield [person, wrapped];
      last = page.at(-1)?.number ?? last;
      count = page.length;
    }
  }
}
