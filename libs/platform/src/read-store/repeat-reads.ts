import type { CompiledQuery, Kysely, QueryExecutor } from 'kysely';
import { isCut, postgresAway } from './postgres-errors.js';
import type { Tables } from './sql-engine.js';

/**
 * Asks again for what is read outside a transaction when its connection was cut: a pool may hand out
 * one that the server has ended. `triesMax`: as many as a pool may hold, so that the last is a new one.
 * All else that fails is told as `postgresAway` says. Transactions have an executor of their own.
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
        throw postgresAway(error);
      }
  };
  Object.assign(executor, { executeQuery });
};

const isRead = ({ query }: CompiledQuery): boolean => query.kind === 'SelectQueryNode';
