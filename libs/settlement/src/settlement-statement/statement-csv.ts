import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { LineView } from './line.view.js';

const COLUMNS = [
  'type',
  'transactionId',
  'externalId',
  'userId',
  'gross',
  'fee',
  'net',
  'completedAt',
  'journalId',
] as const satisfies readonly (keyof LineView)[];

const AMOUNTS: ReadonlySet<string> = new Set(['gross', 'fee', 'net']);

/**
 * Statement lines as CSV by RFC 4180, streamed: a slow reader slows the source. A text that a
 * spreadsheet would take for a formula gets an apostrophe before it; amounts are left as they are.
 */
export const statementCsv = (parts: AsyncIterable<readonly LineView[]>): Readable => {
  const csv = stringify({
    header: true,
    columns: [...COLUMNS],
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
    cast: { string: (value, { column }) => (isAmount(column) ? value : asText(value)) },
  });
  const lines = Readable.from(linesOf(parts));
  lines.on('error', (error) => csv.destroy(error));
  csv.on('close', () => lines.destroy());
  return lines.pipe(csv);
};

async function* linesOf(parts: AsyncIterable<readonly LineView[]>): AsyncGenerator<LineView> {
  for await (const part of parts) yield* part;
}

const isAmount = (column: string | number | undefined): boolean =>
  typeof column === 'string' && AMOUNTS.has(column);

const asText = (value: string): string => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
