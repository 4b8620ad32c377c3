import type { Logger } from '#kernel/logger.js';
import type { KeyedEventLog } from '#kernel/event-store/person-key-store.js';

const SQLITE = 'sqlite:';

/** Whether the log is in EventStoreDB. */
export const isEventStoreDb = (url: string): boolean => /^esdb(\+discover)?:\/\//.test(url);

/**
 * Opens the log that a URL names: `sqlite:<path>`, `esdb://…` or `esdb+discover://…`.
 * @throws {Error} any other URL, or a file that cannot be opened. The URL is never part of it.
 */
export const openEventLog = async (
  url: string,
  logger?: Pick<Logger, 'warn'>,
): Promise<KeyedEventLog> => {
  // Each store's client is heavy; a process loads only the one it talks to.
  if (url.startsWith(SQLITE) && url.length > SQLITE.length && !url.endsWith(':memory:')) {
    const { SqliteEventLog } = await import('./sqlite/sqlite-event-log.js');
    return SqliteEventLog.open(url.slice(SQLITE.length));
  }
  if (isEventStoreDb(url)) {
    const { EsdbEventLog } = await import('./eventstoredb/esdb-event-log.js');
    return EsdbEventLog.connect(url, logger);
  }
  throw new Error('an event store URL is sqlite:<path>, esdb://… or esdb+discover://…');
};
