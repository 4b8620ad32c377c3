import { withCounts } from '#read-models/table-set.js';
import type { ReadStore } from '#read-models/read-store.js';

/** Returns all rows of all active tables as text, by table. */
export const dumpRows = async (
  store: ReadStore,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const tables = new Map<string, readonly string[]>();
  for (const { name, kept } of store.models.flatMap((each) => each.tables.flatMap(withCounts))) {
    // Rows with an expiry may end earlier in one store than in the other.
    if (kept !== null) continue;
    const rows = await store.read(({ db, nameOf }) =>
      db.selectFrom(nameOf({ name })).selectAll().execute(),
    );
    // A counter at zero equals a missing counter.
    const counted = rows.filter(
      (row) => !('value' in row) || BigInt(row['count'] as string) !== 0n,
    );
    tables.set(name, counted.map(textOf).sort());
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
