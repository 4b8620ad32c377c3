import { text } from 'node:stream/consumers';
import { Worker, isMainThread, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/**
 * Runs one query on an embedded read store. SQLite blocks its thread and cannot be interrupted. The
 * query therefore has a separate process, which a second thread ends at the time limit.
 *
 * Reads `{ file, query, rowsMax, withinMs }` as JSON and prints portions, each a line of JSON:
 * `{ columns, rows, isLast }`, or `{ error }`. A row beyond `rowsMax` means that there are more rows.
 */
type Asked = {
  readonly file: string;
  readonly query: string;
  readonly rowsMax: number;
  readonly withinMs: number;
};

const ROWS_AT_ONCE = 1_000;
const QUERIES_ONLY = 'Only queries are allowed.';
const MEMORY_MAX_BYTES = 512 * 1024 * 1024;

const answer = ({ file, query, rowsMax }: Asked): void => {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  database.pragma(`hard_heap_limit = ${MEMORY_MAX_BYTES}`);
  const statement = database.prepare<[], unknown[]>(query);
  if (!statement.reader || !statement.readonly) throw new Error(QUERIES_ONLY);
  const columns = statement.columns().map(({ name }) => name);
  let rows: unknown[][] = [];
  let left = rowsMax + 1;
  for (const row of statement.raw(true).safeIntegers(true).iterate()) {
    rows.push(row.map(cellOf));
    if (--left === 0) break;
    if (rows.length < ROWS_AT_ONCE) continue;
    say({ columns, rows, isLast: false });
    rows = [];
  }
  say({ columns, rows, isLast: true });
};

/** JSON numbers beyond 2^53 lose precision, so they become text. */
const cellOf = (value: unknown): unknown => {
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`;
};

const say = (portion: object): void => void process.stdout.write(`${JSON.stringify(portion)}\n`);

const run = async (): Promise<void> => {
  const asked = JSON.parse(await text(process.stdin)) as Asked;
  const watch = new Worker(new URL(import.meta.url), { workerData: asked.withinMs });
  watch.unref();
  try {
    answer(asked);
  } catch (error) {
    const { message } = error as Error;
    say({ error: /^cannot modify /.test(message) ? QUERIES_ONLY : message });
  }
};

if (isMainThread) await run();
else setTimeout(() => process.kill(process.pid, 'SIGKILL'), workerData as number);
