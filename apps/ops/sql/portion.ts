export type Limits = {
  /** One row more is read, and says that there are more. */
  readonly rowsMax: number;
  readonly withinMs: number;
};

/** Amounts are numbers in SQLite, and exact decimals as text in PostgreSQL; times are ISO 8601. */
export type Cell = unknown;

/** Some of the rows that a query answers; at least one portion comes, so that columns are known. */
export type Portion = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
};

export const tooLong = (withinMs: number): Error =>
  new Error(
    `The query was ended after ${withinMs / 1_000} s: narrow it down, or give it more time (--seconds).`,
  );
