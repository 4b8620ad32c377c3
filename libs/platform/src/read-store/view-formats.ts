export type Dialect = 'sqlite' | 'postgres';

/** How views show what columns keep: each takes a column, or SQL in brackets, and answers SQL. */
export type Formats = {
  readonly uuid: (column: string) => string;
  /** An instant with its zone. */
  readonly time: (column: string) => string;
  /** Cents as dollars: exact in PostgreSQL, a real number in SQLite, whose sums are to be rounded. */
  readonly dollars: (column: string) => string;
  /** Billionths of a share as shares. */
  readonly shares: (column: string) => string;
  /** Decimal text as a number. */
  readonly decimal: (column: string) => string;
};

export const FORMATS: Readonly<Record<Dialect, Formats>> = {
  sqlite: {
    uuid: (column) => {
      const hex = (from: number, length: number) =>
        `substr(lower(hex(${column})), ${from}, ${length})`;
      return [hex(1, 8), hex(9, 4), hex(13, 4), hex(17, 4), hex(21, 12)].join(" || '-' || ");
    },
    time: (column) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`,
    dollars: (column) => `${column} / 100.0`,
    shares: (column) => `${column} / 1000000000.0`,
    decimal: (column) => `cast(${column} as real)`,
  },
  postgres: {
    uuid: (column) => column,
    time: (column) => column,
    dollars: (column) => `(${column}::numeric / 100)::numeric(20, 2)`,
    shares: (column) => `(${column}::numeric / 1000000000)::numeric(28, 9)`,
    decimal: (column) => `${column}::numeric`,
  },
};
