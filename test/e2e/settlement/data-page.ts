import { readFileSync } from 'node:fs';

const page = readFileSync('docs/finance/data.md', 'utf8');

/** The queries of `docs/finance/data.md`, by their numbers. */
export const QUERIES: ReadonlyMap<number, string> = new Map(
  [...page.matchAll(/^\*\*(\d+)\. [^`]*```sql\n([^`]*)```/gm)].map(([, number, query = '']) => [
    Number(number),
    query,
  ]),
);

/** Views of the page with their columns. */
export const VIEWS: ReadonlyMap<string, readonly string[]> = new Map(
  [...page.matchAll(/^\| `([a-z_]+)` +\|[^|]*\|([^|]*)\|$/gm)].map(
    ([, name = '', columns = '']) => [name, columns.trim().split(', ')],
  ),
);
