import Database from 'better-sqlite3';

/** Bytes on disk of each table of a SQLite file, its indexes counted in. */
export type TableSizes = ReadonlyMap<string, number>;

/** As the file is once the write-ahead log is brought into it; pages that are free do not count. */
export const tableSizes = (file: string): TableSizes => {
  const db = new Database(file);
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
    const rows = db
      .prepare<[], { name: string; bytes: number }>(
        `SELECT coalesce(s.tbl_name, d.name) AS name, sum(d.pgsize) AS bytes
         FROM dbstat AS d LEFT JOIN sqlite_schema AS s ON s.name = d.name
         WHERE d.aggregate = TRUE GROUP BY 1`,
      )
      .all();
    return new Map(rows.map(({ name, bytes }) => [name, bytes]));
  } finally {
    db.close();
  }
};

export const sumOf = (sizes: TableSizes): number =>
  [...sizes.values()].reduce((sum, one) => sum + one, 0);

/** By how much each table has grown, the most first; those that have not are left out. */
export const grownBy = (before: TableSizes, after: TableSizes): TableSizes =>
  new Map(
    [...after]
      .map(([name, bytes]) => [name, bytes - (before.get(name) ?? 0)] as const)
      .filter(([, bytes]) => bytes > 0)
      .sort(([, one], [, other]) => other - one),
  );
