import type { Logger } from '#kernel/logger.js';
import type { KeyedEventLog } from '#kernel/event-store/person-key-store.js';

const SQLITE = 'sqlite:';

/** Returns whether the URL names an EventStoreDB. */
export const isEventStoreDb = (url: string): boolean => /^esdb(\+discover)?:\/\//.test(url);

/**
 * Opens the log at a URL `sqlite:<path>`, `esdb://…` or `esdb+discover://…`.
 * @throws {Error} for any other URL or a file that cannot be opened. The error never quotes the URL.
 */
export const openEventLog = async (
  url: string,
  logger?: Pick<Logger, 'warn'>,
): Promise<KeyedEventLog> => {
  // The clients are large, so a process loads only one.
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
