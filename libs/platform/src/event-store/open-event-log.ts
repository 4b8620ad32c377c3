import type { Logger } from '../core/logger.js';
import type { KeyedEventLog } from './person-key-store.js';

const SQLITE = 'sqlite:';

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
    const { SqliteEventLog } = await import('./sqlite-event-log.js');
    return SqliteEventLog.open(url.slice(SQLITE.length));
  }
  if (/^esdb(\+discover)?:\/\//.test(url)) {
    const { EsdbEventLog } = await import('./esdb-event-log.js');
    return EsdbEventLog.connect(url, logger);
  }
  throw new Error('an event store URL is sqlite:<path>, esdb://… or esdb+discover://…');
};
