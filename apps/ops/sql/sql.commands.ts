import { type Command, InvalidArgumentError } from 'commander';
import { SQL_QUERY_MS } from '#platform/core/timing.js';
import { views } from '../../parts.js';
import { isJson, print, withConfig } from '../session.js';
import { ask } from './ask.js';
import type { Portion } from './portion.js';
import { runShell } from './shell.js';
import { type Portions, csvOf, jsonOf, recordsOf, toStdout } from './write-answer.js';

const SECONDS = SQL_QUERY_MS / 1_000;
const SECONDS_MAX = 3_600;
/** More than people read; programs get so many that nobody notices the limit by accident. */
const SHOWN_MAX = 1_000;
const EXPORTED_MAX = 1_000_000;
const ROWS_MAX = 100_000_000;

const UNKNOWN = /no such table|relation .* does not exist/;
const BEING_MADE =
  'The read models are being made: try again shortly. The overview of the console shows how far.';
const THERE_ARE = `What may be asked: ${views.map(({ name }) => name).join(', ')}; see docs/data.md.`;

type Options = { readonly csv?: boolean; readonly rows?: number; readonly seconds: number };

export const addSqlCommand = (program: Command): void => {
  program
    .command('sql')
    .description('asks the read models and changes nothing; docs/data.md has views and examples')
    .argument('[query]', 'one query; without it a shell, where each query ends with a semicolon')
    .option('--csv', 'as CSV')
    .option(
      '--rows <n>',
      `at most so many (${SHOWN_MAX}, as CSV or JSON ${EXPORTED_MAX})`,
      upTo(ROWS_MAX),
    )
    .option('--seconds <n>', 'ends the query after so many', upTo(SECONDS_MAX), SECONDS)
    .action(async (query: string | undefined, options: Options, command: Command) =>
      withConfig(async ({ readModelsUrl }) => {
        const answer = (text: string) => answerQuery(readModelsUrl, text, options, command);
        await (query === undefined ? runShell(answer) : answer(query));
      }),
    );
};

const answerQuery = async (
  url: string,
  query: string,
  { csv = false, rows, seconds }: Options,
  command: Command,
): Promise<void> => {
  if (query.trim() === '') throw new Error('Give a query.');
  const isForPrograms = csv || isJson(command);
  const rowsMax = rows ?? (isForPrograms ? EXPORTED_MAX : SHOWN_MAX);
  const portions = cut(ask(url, query, { rowsMax, withinMs: seconds * 1_000 }), rowsMax, (more) => {
    if (isForPrograms) throw new Error(more);
    console.error(more);
  });
  try {
    if (isForPrograms) await toStdout(csv ? csvOf(portions) : jsonOf(portions));
    else print(command, await recordsIn(portions));
  } catch (error) {
    const { message } = error as Error;
    if (!UNKNOWN.test(message)) throw error;
    const why = namesView(message) ? BEING_MADE : `${message}. ${THERE_ARE}`;
    throw new Error(why, { cause: error });
  }
};

const namesView = (text: string): boolean =>
  views.some(({ name }) => new RegExp(String.raw`\b${name}\b`).test(text));

/** Nobody is to take a part for the whole: programs are told by a failure, people by a line. */
async function* cut(
  portions: Portions,
  rowsMax: number,
  onMore: (text: string) => void,
): AsyncGenerator<Portion> {
  let left = rowsMax;
  for await (const { columns, rows } of portions) {
    yield { columns, rows: rows.slice(0, left) };
    left -= rows.length;
  }
  if (left < 0)
    onMore(`There are more than ${rowsMax} rows: narrow the query down, or ask for more (--rows).`);
}

const recordsIn = async (portions: Portions) => {
  const records = [];
  for await (const portion of portions) records.push(...recordsOf(portion));
  return records;
};

const upTo =
  (max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d{1,9}$/.test(text) && value >= 1 && value <= max) return value;
    throw new InvalidArgumentError(`Give a whole number from 1 to ${max}.`);
  };
