import type { Store } from './store.js';

type Member<Doc> = Extract<keyof Doc, string>;
type Layout<Doc> = {
  /** Members that SQL conditions use. */
  readonly columns?: readonly Member<Doc>[];
  /** Members with a different value in each document. SQL conditions may use them. */
  readonly unique?: readonly Member<Doc>[];
  /** Columns of each index. */
  readonly indexes?: readonly (readonly Member<Doc>[])[];
  readonly bigints?: readonly Member<Doc>[];
};

/** Documents of one kind as JSON in a table, in the order of their creation. */
export class Collection<Doc extends { readonly id: string }> {
  private readonly bigints: readonly Member<Doc>[];

  constructor(
    private readonly store: Store,
    private readonly name: string,
    { columns = [], unique = [], indexes = [], bigints = [] }: Layout<Doc> = {},
  ) {
    this.bigints = bigints;
    const generated = [...columns, ...unique].map(
      (column) => `"${column}" GENERATED ALWAYS AS (body ->> '$.${column}') STORED,`,
    );
    store.define(
      `CREATE TABLE IF NOT EXISTS ${name} (seq INTEGER PRIMARY KEY AUTOINCREMENT,
         id TEXT NOT NULL UNIQUE, ${generated.join(' ')} body TEXT NOT NULL)`,
    );
    const index = (kind: string, on: readonly string[]) =>
      store.define(
        `CREATE ${kind} IF NOT EXISTS ${[name, ...on].join('_')} ON ${name} ("${on.join('", "')}")`,
      );
    for (const column of unique) index('UNIQUE INDEX', [column]);
    for (const on of indexes) index('INDEX', on);
  }

  find(id: string): Doc | null {
    return this.first('id = ?', id);
  }

  get(id: string): Doc {
    const found = this.find(id);
    if (found === null) throw new Error(`${this.name} lacks ${id}`);
    return found;
  }

  /** Returns the documents of an SQL condition, which may end with an order and a limit. */
  where(condition: string, ...values: readonly (string | number | null)[]): readonly Doc[] {
    return this.store
      .prepare<unknown[], { body: string }>(`SELECT body FROM ${this.name} WHERE ${condition}`)
      .all(...values)
      .map(({ body }) => this.parse(body));
  }

  first(condition: string, ...values: readonly (string | number | null)[]): Doc | null {
    return this.where(`${condition} LIMIT 1`, ...values)[0] ?? null;
  }

  all(): readonly Doc[] {
    return this.where('TRUE ORDER BY seq');
  }

  put(document: Doc): Doc {
    this.store
      .prepare(
        `INSERT INTO ${this.name} (id, body) VALUES (?, ?)
         ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
      )
      .run(document.id, JSON.stringify(document, textOfBigints));
    return document;
  }

  change(id: string, changes: Partial<Doc>): Doc {
    return this.put({ ...this.get(id), ...changes });
  }

  /** Returns whether the document existed. */
  remove(id: string): boolean {
    const removed = this.store.prepare(`DELETE FROM ${this.name} WHERE id = ?`).run(id);
    return removed.changes === 1;
  }

  /** Returns the position in the order of creation, counted from one. */
  ordinalOf(id: string): number {
    const row = this.store.prepare<[string], { seq: number }>(
      `SELECT seq FROM ${this.name} WHERE id = ?`,
    );
    return row.get(id)?.seq ?? 0;
  }

  private parse(body: string): Doc {
    const document = JSON.parse(body) as Doc;
    const texts = this.bigints.map((name) => [name, document[name]] as const);
    const numbers = texts.map(([name, text]) => [
      name,
      text === null ? null : BigInt(String(text)),
    ]);
    return { ...document, ...(Object.fromEntries(numbers) as Partial<Doc>) };
  }
}

/** A document of the collection `settings`. */
export type Setting<Value> = { readonly id: string; readonly value: Value };

export const textOfBigints = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;
