import { storedIn } from './definitions.js';
import type { ReadStore } from './read-store.js';
import { copyOf } from './copies.js';
import type { From } from './table-reader.js';
import { TableReader } from './table-reader.js';

/** A rebuild that failed its audit and does not become active. */
export type AuditFailure = { readonly model: string; readonly faults: readonly string[] };

/** Audits each rebuild and stores its errors. @throws errors of the database */
export const auditRebuild = async (store: ReadStore): Promise<readonly AuditFailure[]> => {
  const copies = await store.copies();
  const refusals: AuditFailure[] = [];
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

/** Errors of a copy's audit; empty if it passed. */
export const auditFailuresOf = ({ faults }: { readonly faults: string }): readonly string[] =>
  faults === '' ? [] : (JSON.parse(faults) as readonly string[]);
