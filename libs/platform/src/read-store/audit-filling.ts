import { storedIn } from './definitions.js';
import type { ReadStore } from './read-store.js';
import { copyOf } from './copies.js';
import type { From } from './table-reader.js';
import { TableReader } from './table-reader.js';

/** A read model that was filled and is kept from its readers. */
export type Refusal = { readonly model: string; readonly faults: readonly string[] };

/** Has each filling pass its audit, and notes what is wrong with it. @throws what the database does */
export const auditFilling = async (store: ReadStore): Promise<readonly Refusal[]> => {
  const copies = await store.copies();
  const refusals: Refusal[] = [];
  for (const { name, audit } of store.models) {
    const copy = copyOf(copies, 'filling', name);
    if (copy === undefined || audit === null) continue;
    const faults = await store.engine.snapshot((db) => {
      const from: From = (table) => {
        const { name: kept } = storedIn('filling', table, copy.generation);
        return new TableReader({ db, dialect: store.engine.dialect }, table, kept);
      };
      return audit(from);
    });
    if (faults.length === 0) continue;
    refusals.push({ model: name, faults });
    await store.engine.write(async ({ db }) => {
      await db
        .updateTable('read_models')
        .set({ faults: JSON.stringify(faults) })
        .where('name', '=', name)
        .where('slot', '=', 'filling')
        .where('generation', '=', copy.generation)
        .execute();
    });
  }
  return refusals;
};

/** The faults of a copy; empty where nothing keeps it from its readers. */
export const faultsOf = ({ faults }: { readonly faults: string }): readonly string[] =>
  faults === '' ? [] : (JSON.parse(faults) as readonly string[]);
