import { dumpRows } from '../support/rows-dump.js';
import type { Service } from '../support/service.js';
import { readStoreOf } from './read-store.js';
import { type Violation, different } from './violation.js';

/** Compares the active read models with a complete rebuild, row by row. */
export const checkModels = async (service: Service): Promise<readonly Violation[]> => {
  const store = await readStoreOf(service);
  try {
    const live = await dumpRows(store);
    const { code, stderr } = await service.ops('rebuild');
    if (code !== 0) return [different(`rebuild: ${stderr}`)];
    const rebuilt = await dumpRows(store);
    return [...live].flatMap(([table, rows]) => {
      const others = rebuilt.get(table) ?? [];
      return [
        ...lacking(rows, others).map((row) => different(`${table}: ${row} live, not rebuilt`)),
        ...lacking(others, rows).map((row) => different(`${table}: ${row} rebuilt, not live`)),
      ];
    });
  } finally {
    await store.engine.close();
  }
};

/** Returns the rows of the first list that the second lacks. */
const lacking = (rows: readonly string[], others: readonly string[]): readonly string[] => {
  const known = new Set(others);
  return rows.filter((row) => !known.has(row));
};
