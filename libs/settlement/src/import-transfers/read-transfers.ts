import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { isUuid } from '#kernel/ids.js';
import { type Cents, DOLLARS_RULE } from '#kernel/money.js';
import { type FieldError, type Refused, unacceptable } from '#kernel/refused.js';
import { TimeSlice } from '#kernel/concurrency/time-slice.js';
import { sameReference } from '../transfer/transfer.state.js';
import { transferInput } from '../record-transfer/transfer-input.js';

export type TransferRow = {
  readonly line: number;
  readonly partnerId: string;
  readonly reference: string;
  readonly amountCents: Cents;
};

const HEADER = ['partner', 'reference', 'amount'];
const ROWS_MAX = 100_000;
const ERRORS_MAX = 100;

/**
 * Parses a file of transfers. Yields to the event loop, because a file may be long.
 * @throws {Refused} with the errors of each line.
 */
export const readTransfers = async (csv: Uint8Array): Promise<readonly TransferRow[]> => {
  // Replacement characters could make two references equal.
  if (!isUtf8(csv)) throw refusal(1, '', 'the file must be in UTF-8: save it as "CSV UTF-8"');
  const [header, ...rows] = await records(csv);
  if (header?.cells.join() !== HEADER.join())
    throw refusal(
      1,
      '',
      `the first line must be ${HEADER.join()}${headerHint(header?.cells ?? [])}`,
    );
  if (rows.length > ROWS_MAX) throw refusal(1, '', `must have at most ${ROWS_MAX} lines`);
  const slices = new TimeSlice();
  const read: ReturnType<typeof readRow>[] = [];
  for (const { line, cells } of rows) {
    await slices.yieldToEventLoop();
    read.push(readRow(line, cells));
  }
  const errors = [...read.flatMap((row) => row.errors), ...conflicts(read.map(({ row }) => row))];
  if (errors.length > 0) throw unacceptable(...errors.slice(0, ERRORS_MAX));
  return read.map(({ row }) => row);
};

const headerHint = (cells: readonly string[]): string => {
  const text = cells.join();
  if (/[;\t]/.test(text)) return ': separate cells with commas, not with semicolons or tabs';
  return text.toLowerCase() === HEADER.join() ? ': write it in lower case' : '';
};

const readRow = (line: number, cells: readonly string[]) => {
  const [partner = '', reference = '', amount = ''] = cells;
  const { errors: found, ...read } = transferInput(reference, amount);
  const partnerId = partner.toLowerCase();
  const row = { line, partnerId, ...read, reference: sameReference(read.reference) };
  if (cells.length !== HEADER.length)
    return {
      row,
      errors: [
        fieldError(line, '', `must have ${HEADER.length} cells, not ${cells.length}${hint(cells)}`),
      ],
    };
  const errors = [
    ...(isUuid(partner) ? [] : [fieldError(line, '/partner', 'must be the id of a partner')]),
    ...found.map(({ pointer = '', detail }) => fieldError(line, pointer, detail)),
  ];
  return { row, errors };
};

/** The comma of an unquoted amount like 1,000.00 ends the cell. */
const hint = (cells: readonly string[]): string =>
  cells.length > HEADER.length
    ? `: an amount ${DOLLARS_RULE}, with quotation marks around one with commas`
    : '';

/**
 * Reports a reference with two amounts, because the order of the lines does not show the right one.
 */
const conflicts = (rows: readonly TransferRow[]): readonly FieldError[] => {
  const first = new Map<string, TransferRow>();
  return rows.flatMap((row) => {
    const key = JSON.stringify([row.partnerId, row.reference]);
    const known = first.get(key) ?? row;
    first.set(key, known);
    return known.amountCents === row.amountCents
      ? []
      : [
          fieldError(
            row.line,
            '/amount',
            `must be that of line ${known.line}, which has the same reference`,
          ),
        ];
  });
};

type Row = { readonly line: number; readonly cells: readonly string[] };

/** Rows of the file without empty rows. */
const records = async (csv: Uint8Array): Promise<readonly Row[]> => {
  // A file that was joined from several files may mix line ends.
  const text = Buffer.from(csv).toString('utf8').replace(/\r\n?/g, '\n');
  const rows: Row[] = [];
  const parser = parse({
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    on_record: (cells: string[], { lines }) => {
      rows.push({ line: lines, cells: withoutEmptyEnd(cells) });
      return null;
    },
  });
  try {
    await pipeline(Readable.from(piecesOf(text)), parser.resume());
  } catch (error) {
    if (error instanceof CsvError) throw misplacedQuote(error, rows.at(-1)?.line ?? 0);
    throw error;
  }
  return rows.filter(({ cells }) => cells.length > 0);
};

/** Spreadsheets write empty cells for columns and rows that were once in use. */
const withoutEmptyEnd = (cells: readonly string[]): readonly string[] => {
  const full = cells.findLastIndex((cell) => cell !== '') + 1;
  return cells.slice(0, full === 0 ? 0 : Math.max(full, Math.min(cells.length, HEADER.length)));
};

/** Quotation marks are the only error that the options of the parser leave. */
const misplacedQuote = ({ code, ...error }: CsvError, lastLine: number): Refused =>
  code === 'CSV_QUOTE_NOT_CLOSED'
    ? refusal(lastLine + 1, '', 'a quotation mark is not closed')
    : refusal(
        Number(error['lines'] ?? lastLine + 1),
        '',
        'a quotation mark is misplaced: a quoted cell begins and ends with one, and marks inside are doubled',
      );

/** About a hundred lines. */
const PIECE_CHARS = 16 * 1024;

const piecesOf = async function* (text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    yield text.slice(at, at + PIECE_CHARS);
    await nextTurn();
  }
};

const refusal = (line: number, pointer: string, detail: string) =>
  unacceptable(fieldError(line, pointer, detail));

const fieldError = (line: number, pointer: string, detail: string): FieldError => ({
  pointer: `/${line}${pointer}`,
  code: 'file_invalid',
  detail: `line ${line}: ${pointer === '' ? '' : `${pointer.slice(1)} `}${detail}`,
});
