import { withCounts } from './definitions.js';
import type { RegisteredProjection } from './projection.js';
import { snake } from './sql-engine.js';

/** Names of the read store's own tables. */
const TAKEN = [
  ...['checkpoints', 'read_models', 'rebuild_requests', 'parked_events'],
  'saved_documents',
];

/** @throws {RangeError} if two read models share a name or a table */
export const requireOwnTables = (models: readonly RegisteredProjection[]): void => {
  const owners = new Map<string, string>(TAKEN.map((table) => [table, 'the read store']));
  const names = new Set<string>();
  for (const { name, tables } of models) {
    if (names.has(name)) throw new RangeError(`two read models have the name ${name}`);
    names.add(name);
    for (const table of tables.flatMap(withCounts).map((each) => snake(each.name))) {
      const owner = owners.get(table);
      if (owner !== undefined)
        throw new RangeError(`${table} is a table of both ${owner} and ${name}`);
      owners.set(table, name);
    }
  }
};
