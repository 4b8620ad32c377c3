export type Limits = {
  /** Maximum number of rows. The query reads one more row to detect further rows. */
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
    `The query took longer than ${withinMs / 1_000} s: restrict it, or raise the limit (--seconds).`,
  );
