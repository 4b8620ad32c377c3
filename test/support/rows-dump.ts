import { withCounts } from '#read-models/definitions.js';
import type { ReadStore } from '#read-models/read-store.js';
import { snake } from '#read-models/sql-engine.js';

/** Every row of every served table, as text, by table. */
export const dumpRows = async ({
  engine,
  models,
}: Pick<ReadStore, 'engine' | 'models'>): Promise<ReadonlyMap<string, readonly string[]>> => {
  const tables = new Map<string, readonly string[]>();
  for (const { name, kept } of models.flatMap((each) => each.tables.flatMap(withCounts))) {
    // What is kept for a time only ends sooner in one than in the other.
    if (kept !== null) continue;
    const rows = await engine.db.selectFrom(snake(name)).selectAll().execute();
    // A counter at zero says what none says.
    const told = rows.filter((row) => !('value' in row) || BigInt(row['count'] as string) !== 0n);
    tables.set(name, told.map(textOf).sort());
  }
  return tables;
};

const textOf = (row: object): string =>
  JSON.stringify(row, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}`;
    const bytes = value as { readonly type?: string; readonly data?: readonly number[] };
    return value !== null && bytes.type === 'Buffer'
      ? Buffer.from(bytes.data ?? []).toString('hex')
      : value;
  });
