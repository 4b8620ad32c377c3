import type pg from 'pg';

/** The driver's message for a statement that exceeded `query_timeout`. */
const NO_ANSWER = 'Query read timeout';

/**
 * Closes a connection on which a statement timed out. The driver would keep the connection, and the
 * rollback and later statements would time out too.
 */
export const closeOnQueryTimeout = (pool: pg.Pool): void => {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const watched = async (...given: unknown[]): Promise<unknown> => {
      try {
        return await query(...given);
      } catch (error) {
        // While a statement is running, this closes the socket.
        if (error instanceof Error && error.message === NO_ANSWER)
          void (client as pg.PoolClient & pg.Client).end();
        throw error;
      }
    };
    Object.assign(client, { query: watched });
  });
};
