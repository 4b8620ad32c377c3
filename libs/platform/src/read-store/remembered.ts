import type { SqlEngine } from './sql-engine.js';

/**
 * A read that is repeated for as long as a process runs: it is made again only after something was
 * written, and answers the same as if it were made each time.
 */
export class Remembered<Result> {
  private known: { readonly version: string; readonly result: Result } | null = null;

  constructor(
    private readonly engine: Pick<SqlEngine, 'version'>,
    private readonly make: () => Promise<Result>,
  ) {}

  async read(): Promise<Result> {
    // Before the read: what is written during it makes another version.
    const version = this.engine.version();
    if (version !== null && this.known?.version === version) return this.known.result;
    const result = await this.make();
    this.known = version === null ? null : { version, result };
    return result;
  }
}
