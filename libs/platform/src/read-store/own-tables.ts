import { withCounts } from './definitions.js';
import type { RegisteredModel } from './read-model.js';
import { snake } from './sql-engine.js';

/** What the read store calls its own. */
const TAKEN = ['checkpoints', 'read_models', 'rebuild_requests', 'parked_events'];

/** @throws {RangeError} when two read models have a name or a table in common. */
export const requireOwnTables = (models: readonly RegisteredModel[]): void => {
  const owners = new Map<string, string>(TAKEN.map((table) => [table, 'the read store']));
  const names = new Set<string>();
  for (const { name, tables } of models) {
    if (names.has(name)) throw new RangeError(`two read models are called ${name}`);
    names.add(name);
    for (const table of tables.flatMap(withCounts).map((each) => snake(each.name))) {
      const owner = owners.get(table);
      if (owner !== undefined) throw new RangeError(`${table} is a table of ${owner} and ${name}`);
      owners.set(table, name);
    }
  }
};
