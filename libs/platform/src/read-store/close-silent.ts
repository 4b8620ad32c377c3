import type pg from 'pg';

/** The driver's words for a statement that got no answer within `query_timeout`. */
const NO_ANSWER = 'Query read timeout';

/**
 * Closes a connection of a pool on which a statement got no answer in time. The driver would keep it:
 * the rollback, and whatever is asked there later, would wait as long and fail, too.
 */
export const closeSilent = (pool: pg.Pool): void => {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const watched = async (...given: unknown[]): Promise<unknown> => {
      try {
        return await query(...given);
      } catch (error) {
        // While a statement is open, this ends the socket.
        if (error instanceof Error && error.message === NO_ANSWER)
          void (client as pg.PoolClient & pg.Client).end();
        throw error;
      }
    };
    Object.assign(client, { query: watched });
  });
};
