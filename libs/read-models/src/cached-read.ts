import type { SqlEngine } from './sql-engine.js';

/**
 * Caches a repeated read until the database is written. Returns the same result as an uncached
 * read.
 */
export class CachedRead<Result> {
  private known: { readonly version: string; readonly result: Result } | null = null;

  constructor(
    private readonly engine: Pick<SqlEngine, 'version'>,
    private readonly make: () => Promise<Result>,
  ) {}

  async read(): Promise<Result> {
    // Taken before the read: a write during the read changes the version.
    const version = this.engine.version();
    if (version !== null && this.known?.version === version) return this.known.result;
    const result = await this.make();
    this.known = version === null ? null : { version, result };
    return result;
  }
}
