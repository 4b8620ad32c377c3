import { cpus, loadavg } from 'node:os';
import Table from 'cli-table3';
import { launchBrowser } from '../../support/browser.js';
import { median } from '../row.js';
import { filledService, remove } from './filled-service.js';
import type { Timed } from './stopwatch.js';
import { visits } from './visits.js';

/**
 * `npm run long -- console`: how long the console takes, page by page, over a log as it is after
 * some years. Judges no time; a page that shows an error, or nothing, ends it with 1.
 */
const USERS = Number(process.env['CONSOLE_USERS'] ?? 1_000);
const DEPOSITS = Number(process.env['CONSOLE_DEPOSITS'] ?? 5_000);
const ROUNDS = 5;

const tableOf = (all: readonly Timed[]): string => {
  const head = ['ms', 'median', 'first', 'least–most'];
  const table = new Table({ head, style: { head: [], border: [] } });
  for (const { name, timesMs } of all) {
    const [first = 0] = timesMs;
    const spread = `${shown(Math.min(...timesMs))}–${shown(Math.max(...timesMs))}`;
    table.push([name, shown(median(timesMs)), shown(first), spread]);
  }
  return table.toString();
};

const shown = (ms: number): string => Math.round(ms).toLocaleString('en-US');
const load = () => `load ${loadavg()[0]?.toFixed(1)}`;

console.error(`${cpus().length} cores ${cpus()[0]?.model}, Node ${process.version}, ${load()}`);
const { service, partners, told } = await filledService({ users: USERS, deposits: DEPOSITS });
const browser = await launchBrowser();
try {
  for (const line of told) console.log(line);
  console.log(tableOf(await visits(browser, service, partners[0]!, ROUNDS)));
  console.log(`${ROUNDS} rounds, ${load()}`);
} finally {
  await browser.close();
  await remove(service);
}
