export type Limits = {
  /** Most rows to return. One more row is read to detect further rows. */
  readonly rowsMax: number;
  readonly withinMs: number;
};

/** Amounts are numbers in SQLite and exact decimal text in PostgreSQL. Times are ISO 8601. */
export type Cell = unknown;

/** A part of the rows of a query. An empty result has one portion with the columns. */
export type Portion = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
};

export const tooLong = (withinMs: number): Error =>
  new Error(
    `The query was ended after ${withinMs / 1_000} s: narrow it down, or give it more time (--seconds).`,
  );
