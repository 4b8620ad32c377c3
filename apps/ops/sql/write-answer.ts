import { stringify } from 'csv-stringify/sync';
import { spreadsheetText } from '#kernel/spreadsheet-text.js';
import type { Cell, Portion } from './portion.js';

type Record = Readonly<{ [name: string]: Cell }>;
export type Portions = AsyncIterable<Portion>;

/** Returns rows as objects. A repeated column name gets the position of the column as a suffix. */
export const recordsOf = ({ columns, rows }: Portion): readonly Record[] => {
  const names = columns.map((name, index) =>
    columns.indexOf(name) === index ? name : `${name}_${index + 1}`,
  );
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
};

/** Yields one JSON document. */
export async function* jsonOf(portions: Portions): AsyncGenerator<string> {
  let separator = '[';
  for await (const portion of portions) {
    const records = recordsOf(portion).map((record) => `  ${JSON.stringify(record)}`);
    if (records.length === 0) continue;
    yield `${separator}\n${records.join(',\n')}`;
    separator = ',';
  }
  yield separator === '[' ? '[]\n' : '\n]\n';
}

export async function* csvOf(portions: Portions): AsyncGenerator<string> {
  let isFirst = true;
  for await (const { columns, rows } of portions) {
    const lines = rows.map((row) => row.map(csvCell));
    yield stringify(isFirst ? [columns, ...lines] : lines);
    isFirst = false;
  }
}

const csvCell = (cell: Cell): string => {
  if (cell === null) return '';
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  return isNumber ? text : spreadsheetText(text);
};

/** Writes with backpressure. Returns early if the reader closes the pipe. */
export const toStdout = async (text: AsyncIterable<string>): Promise<void> => {
  try {
    for await (const part of text) await write(part);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
};

const write = (text: string): Promise<void> =>
  new Promise((done, fail) => {
    // The stream also emits each error as an event, which would end the process without a listener.
    process.stdout.on('error', onStreamError);
    process.stdout.write(text, (error) => {
      if (error) return fail(error);
      process.stdout.off('error', onStreamError);
      done();
    });
  });

const onStreamError = (): void => undefined;
