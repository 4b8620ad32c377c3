import type { CompiledQuery, Kysely, QueryExecutor } from 'kysely';
import { isCut, toUnavailable } from './postgres-errors.js';
import type { Tables } from './sql-engine.js';

/**
 * Repeats a read outside a transaction if its connection was cut, because a pool may return a
 * closed connection. `triesMax`: one more than the pool's size, so that the last connection is new.
 * Other errors pass through `toUnavailable`. Transactions have a separate executor.
 */
export const repeatReads = (db: Kysely<Tables>, triesMax: number): void => {
  const executor = db.getExecutor();
  const once = executor.executeQuery.bind(executor);
  const executeQuery: QueryExecutor['executeQuery'] = async (query, options) => {
    for (let tries = 1; ; tries++)
      try {
        return await once(query, options);
      } catch (error) {
        if (tries < triesMax && isRead(query) && isCut(error)) continue;
        throw toUnavailable(error);
      }
  };
  Object.assign(executor, { executeQuery });
};

const isRead = ({ query }: CompiledQuery): boolean => query.kind === 'SelectQueryNode';
