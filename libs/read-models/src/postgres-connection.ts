import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** The driver's message for a statement that exceeded `query_timeout`. */
const NO_ANSWER = 'Query read timeout';

/**
 * A connection on loan from the pool. After a statement timed out, the connection is closed and not
 * used again: the driver still waits for the response, and later statements would time out too.
 */
export class PostgresConnection implements Pick<PostgresPoolClient, 'query' | 'release'> {
  private silent: Error | null = null;

  constructor(private readonly client: pg.PoolClient) {}

  query = (async (text: string, values: unknown[]) => {
    if (this.silent !== null) throw this.silent;
    try {
      return await this.client.query(text, values);
    } catch (error) {
      if (error instanceof Error && error.message === NO_ANSWER) this.silent = error;
      throw error;
    }
  }) as unknown as PostgresPoolClient['query'];

  release(destroy = false): void {
    this.client.release(this.silent ?? destroy);
  }
}
