import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { isUuid } from '#platform/core/ids.js';
import { type Cents, cents, centsFromDecimal } from '#platform/core/money.js';
import { type Fault, unacceptable } from '#platform/core/refused.js';
import { Slices } from '#platform/core/slices.js';
import { sameReference } from '../transfer/transfer.state.js';
import { transferFaults } from '../record-transfer/transfer-faults.js';

export type TransferRow = {
  readonly line: number;
  readonly partnerId: string;
  readonly reference: string;
  readonly amountCents: Cents;
};

const HEADER = ['partner', 'reference', 'amount'];
const ROWS_MAX = 100_000;
const FAULTS_MAX = 100;
const DOLLARS = 'must be dollars with at most two decimals and nothing else, such as 1000.00';

/**
 * Lets others go on meanwhile, as a file may be long.
 * @throws {Refused} naming what is wrong, line by line, when the text is no such file.
 */
export const readTransfers = async (csv: Uint8Array): Promise<readonly TransferRow[]> => {
  // Otherwise two references could be read as one.
  if (!isUtf8(csv)) throw refusal(1, '', 'the file must be in UTF-8: save it as "CSV UTF-8"');
  const [header, ...rows] = await records(csv);
  if (header?.cells.join() !== HEADER.join())
    throw refusal(1, '', `the first line must be ${HEADER.join()}`);
  if (rows.length > ROWS_MAX) throw refusal(1, '', `must have at most ${ROWS_MAX} lines`);
  const slices = new Slices();
  const read: ReturnType<typeof readRow>[] = [];
  for (const { line, cells } of rows) {
    await slices.breathe();
    read.push(readRow(line, cells));
  }
  const faults = [...read.flatMap((row) => row.faults), ...conflicts(read.map(({ row }) => row))];
  if (faults.length > 0) throw unacceptable(...faults.slice(0, FAULTS_MAX));
  return read.map(({ row }) => row);
};

const readRow = (line: number, cells: readonly string[]) => {
  const [partner = '', reference = '', amount = ''] = cells;
  const isAmount = /^\d{1,13}(\.\d{1,2})?$/.test(amount);
  const amountCents = isAmount ? centsFromDecimal(amount) : cents(0);
  const about = { line, partnerId: partner.toLowerCase(), reference: sameReference(reference) };
  const row = { ...about, amountCents };
  if (cells.length !== HEADER.length)
    return {
      row,
      faults: [
        fault(line, '', `must have ${HEADER.length} cells, not ${cells.length}${hint(cells)}`),
      ],
    };
  const faults = [
    ...(isUuid(partner) ? [] : [fault(line, '/partner', 'must be the id of a partner')]),
    ...transferFaults(reference, amountCents).map(({ pointer = '', detail }) =>
      fault(line, pointer, pointer === '/amount' && !isAmount ? DOLLARS : detail),
    ),
  ];
  return { row, faults };
};

/** The comma of an amount like 1,000.00 is taken for the end of a cell. */
const hint = (cells: readonly string[]): string =>
  cells.length > HEADER.length ? `: an amount ${DOLLARS}` : '';

/** One reference with two amounts: which of them came in is not for the order of lines to say. */
const conflicts = (rows: readonly TransferRow[]): readonly Fault[] => {
  const first = new Map<string, TransferRow>();
  return rows.flatMap((row) => {
    const key = JSON.stringify([row.partnerId, row.reference]);
    const known = first.get(key) ?? row;
    first.set(key, known);
    return known.amountCents === row.amountCents
      ? []
      : [
          fault(
            row.line,
            '/amount',
            `must be that of line ${known.line}, which has the reference too`,
          ),
        ];
  });
};

type Row = { readonly line: number; readonly cells: readonly string[] };

const records = async (csv: Uint8Array): Promise<readonly Row[]> => {
  try {
    // Files put together from several have line ends of several kinds; each is one line.
    const text = Buffer.from(csv).toString('utf8').replace(/\r\n?/g, '\n');
    const parser = Readable.from(piecesOf(text)).pipe(
      parse({
        bom: true,
        info: true,
        relax_column_count: true,
        skip_empty_lines: true,
        trim: true,
      }),
    );
    const rows: Row[] = [];
    for await (const parsed of parser) {
      const { record, info } = parsed as { record: string[]; info: { lines: number } };
      rows.push({ line: info.lines, cells: record });
    }
    return rows;
  } catch (error) {
    if (error instanceof CsvError) throw refusal(Number(error['lines'] ?? 1), '', error.message);
    throw error;
  }
};

/** Some hundred lines at a time. */
const PIECE_CHARS = 16 * 1024;

const piecesOf = async function* (text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    yield text.slice(at, at + PIECE_CHARS);
    await nextTurn();
  }
};

const refusal = (line: number, pointer: string, detail: string) =>
  unacceptable(fault(line, pointer, detail));

const fault = (line: number, pointer: string, detail: string): Fault => ({
  pointer: `/${line}${pointer}`,
  code: 'file_invalid',
  detail: `line ${line}: ${pointer === '' ? '' : `${pointer.slice(1)} `}${detail}`,
});
