import { createHash } from 'node:crypto';
import { unavailable } from '#kernel/refused.js';
import type { SqlEngine } from './sql-engine.js';

type SavedDocument = {
  readonly tag: string;
  /** ISO 8601 UTC. */
  readonly savedAt: string;
  readonly content: string;
};

/**
 * Documents of a provider that no event contains, such as its list of assets. They are in the
 * database of the read models: it survives a restart and a wiped Redis, and all processes share it.
 * One row has the whole document, because readers hold it in memory and never query parts.
 * A rebuild leaves the documents. The writer of a document must save a lost one again.
 */
export class SavedDocuments {
  constructor(private readonly engine: Pick<SqlEngine, 'read' | 'write'>) {}

  /** Replaces the document. @throws {ReadStoreUnavailable} */
  async save(name: string, content: string, now: Date): Promise<void> {
    const tag = createHash('sha256').update(content).digest('base64url');
    const row = { tag, saved_at: now.toISOString(), content };
    await this.engine.write(({ db }) =>
      db
        .insertInto('saved_documents')
        .values({ name, ...row })
        .onConflict((same) => same.column('name').doUpdateSet(row))
        .execute(),
    );
  }

  /** Returns the document's tag and time; null before the first save. @throws {ReadStoreUnavailable} */
  async find(name: string): Promise<Omit<SavedDocument, 'content'> | null> {
    const row = await this.engine.read((db) =>
      db
        .selectFrom('saved_documents')
        .select(['tag', 'saved_at'])
        .where('name', '=', name)
        .executeTakeFirst(),
    );
    return row === undefined ? null : { tag: row.tag, savedAt: row.saved_at };
  }

  /** @throws {ReadStoreUnavailable} */
  async load(name: string): Promise<SavedDocument | null> {
    const row = await this.engine.read((db) =>
      db.selectFrom('saved_documents').selectAll().where('name', '=', name).executeTakeFirst(),
    );
    return row === undefined ? null : { tag: row.tag, savedAt: row.saved_at, content: row.content };
  }
}

/** Holds a parsed document in memory, and loads it again only after its content changed. */
export class CachedDocument<Value> {
  private known: { readonly tag: string; readonly value: Value } | null = null;

  constructor(
    private readonly documents: SavedDocuments,
    private readonly name: string,
    private readonly parse: (content: string) => Value,
  ) {}

  /**
   * Returns the value; null before the first save. While the database is unavailable, returns the
   * last known value. @throws {Refused} 503 without a known value
   */
  async read(): Promise<Value | null> {
    try {
      return await this.current();
    } catch {
      if (this.known !== null) return this.known.value;
      throw unavailable('read_model_unavailable', 'This cannot be read now; try again shortly');
    }
  }

  private async current(): Promise<Value | null> {
    const saved = await this.documents.find(this.name);
    if (saved === null) return null;
    if (this.known?.tag === saved.tag) return this.known.value;
    const loaded = await this.documents.load(this.name);
    if (loaded === null) return null;
    this.known = { tag: loaded.tag, value: this.parse(loaded.content) };
    return this.known.value;
  }
}
