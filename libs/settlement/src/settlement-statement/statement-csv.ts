import { Readable } from 'node:stream';
import { type Options, stringify } from 'csv-stringify/sync';
import { spreadsheetText } from '#platform/core/spreadsheet-text.js';
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
const LINE_END = '\r\n';

/**
 * Statement lines as CSV by RFC 4180, streamed: a slow reader slows the source. A text that a
 * spreadsheet would take for a formula gets an apostrophe before it; amounts are left as they are.
 */
export const statementCsv = (parts: AsyncIterable<readonly LineView[]>): Readable =>
  Readable.from(textOf(parts), { objectMode: false, encoding: 'utf8' });

/** A text for each portion: objects for each line would be garbage faster than it is cleared. */
async function* textOf(parts: AsyncIterable<readonly LineView[]>): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}${LINE_END}`;
  for await (const part of parts) if (part.length > 0) yield part.map(rowOf).join('');
}

/** The library takes several times the work, and is left to the few lines that need it. */
const rowOf = (line: LineView): string =>
  isPlain(line)
    ? `${COLUMNS.map((column) => line[column]).join(',')}${LINE_END}`
    : stringify([cellsOf(line)], OPTIONS);

/** Whether no cell needs quotes or an apostrophe. */
const isPlain = (line: LineView): boolean =>
  COLUMNS.every((column) => AMOUNTS.has(column) || /^(?:\w[\w.: -]*)?$/.test(line[column]));

const cellsOf = (line: LineView): readonly string[] =>
  COLUMNS.map((column) => (AMOUNTS.has(column) ? line[column] : spreadsheetText(line[column])));

const OPTIONS: Options = { record_delimiter: LINE_END, quoted_match: /[\r\n]/ };
