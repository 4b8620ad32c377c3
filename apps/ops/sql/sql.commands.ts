import { type Command, InvalidArgumentError } from 'commander';
import { views } from '../../features.js';
import { isJson, print, withConfig } from '../session.js';
import { ask } from './ask.js';
import type { Portion } from './portion.js';
import { runShell } from './shell.js';
import { type Portions, csvOf, jsonOf, recordsOf, toStdout } from './write-answer.js';

/** Default time limit of a query. */
const SQL_QUERY_MS = 60_000;

const SECONDS = SQL_QUERY_MS / 1_000;
const SECONDS_MAX = 3_600;
/** Default limits of rows: for people, and for programs that read CSV or JSON. */
const SHOWN_MAX = 1_000;
const EXPORTED_MAX = 1_000_000;
const ROWS_MAX = 100_000_000;
const COLUMNS_ONLY = { rowsMax: 1, withinMs: SQL_QUERY_MS };

const UNKNOWN = /no such table|relation .* does not exist/;
const UNKNOWN_COLUMN = /no such column|column .* does not exist/;
const REBUILDING =
  'The read models are being rebuilt: try again shortly. The overview of the console shows the progress.';
const AVAILABLE_VIEWS = `Available views: ${views.map(({ name }) => name).join(', ')}; see docs/finance/data.md.`;

type Options = { readonly csv?: boolean; readonly rows?: number; readonly seconds: number };

export const addSqlCommand = (program: Command): void => {
  program
    .command('sql')
    .description('queries the read models; docs/finance/data.md has views and examples')
    .argument('[query]', 'one query; default: a shell, where each query ends with a semicolon')
    .option('--csv', 'as CSV')
    .option(
      '--rows <n>',
      `maximum number of rows (default ${SHOWN_MAX}, as CSV or JSON ${EXPORTED_MAX})`,
      upTo(ROWS_MAX),
    )
    .option('--seconds <n>', 'time limit of the query', upTo(SECONDS_MAX), SECONDS)
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
    if (UNKNOWN_COLUMN.test(message))
      throw new Error(`${message}. ${await columnsIn(url, query)}`, { cause: error });
    if (!UNKNOWN.test(message)) throw error;
    const reason = views.some((view) => namesView(message, view))
      ? REBUILDING
      : `${message}. ${AVAILABLE_VIEWS}`;
    throw new Error(reason, { cause: error });
  }
};

/** Describes the columns of the views that a query names. */
const columnsIn = async (url: string, query: string): Promise<string> => {
  const described: string[] = [];
  for (const { name } of views.filter((view) => namesView(query, view)))
    for await (const { columns } of ask(url, `select * from ${name} limit 0`, COLUMNS_ONLY))
      described.push(`${name} has the columns ${columns.join(', ')}.`);
  return described.length === 0 ? AVAILABLE_VIEWS : described.join(' ');
};

const namesView = (text: string, { name }: (typeof views)[number]): boolean =>
  new RegExp(String.raw`\b${name}\b`, 'i').test(text);

/** Limits a result to `rowsMax` rows. Calls `onMore` if the query has further rows. */
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
    onMore(`The query has more than ${rowsMax} rows: restrict it, or raise the limit (--rows).`);
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
