import { Readable } from 'node:stream';
import { type Options, stringify } from 'csv-stringify/sync';
import { spreadsheetText } from '#kernel/spreadsheet-text.js';
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
  'due',
] as const satisfies readonly (keyof LineView)[];

const AMOUNTS: ReadonlySet<string> = new Set(['gross', 'fee', 'net', 'due']);
const LINE_END = '\r\n';

/**
 * Streams statement lines as CSV (RFC 4180) with back pressure. A text that a spreadsheet would read
 * as a formula gets an apostrophe before it. Amounts stay unchanged.
 */
export const statementCsv = (parts: AsyncIterable<readonly LineView[]>): Readable =>
  Readable.from(textOf(parts), { objectMode: false, encoding: 'utf8' });

/** Yields one text per portion, because one object per line would load the garbage collector. */
async function* textOf(parts: AsyncIterable<readonly LineView[]>): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}${LINE_END}`;
  for await (const part of parts) if (part.length > 0) yield part.map(rowOf).join('');
}

/** Uses the slower library only for the few lines that need quotes. */
const rowOf = (line: LineView): string =>
  isPlain(line)
    ? `${COLUMNS.map((column) => line[column] ?? '').join(',')}${LINE_END}`
    : stringify([cellsOf(line)], OPTIONS);

/** Returns true if no cell needs quotes or an apostrophe. */
const isPlain = (line: LineView): boolean =>
  COLUMNS.every((column) => AMOUNTS.has(column) || /^(?:\w[\w.: -]*)?$/.test(line[column] ?? ''));

const cellsOf = (line: LineView): readonly string[] =>
  COLUMNS.map((column) => {
    const text = line[column] ?? '';
    return AMOUNTS.has(column) ? text : spreadsheetText(text);
  });

const OPTIONS: Options = { record_delimiter: LINE_END, quoted_match: /[\r\n]/ };
