import { closeSync, openSync, writeSync } from 'node:fs';
import { pino } from 'pino';
import { logOutput } from '#observability/log-output.js';
import { runProcess } from '#observability/process.js';

const LINES = 3_000;
const STDOUT = 1;

const [dataDir = '', room = ''] = process.argv.slice(2);
const logger = pino({}, logOutput());

/** Says more than a pipe holds. */
const speak = () => {
  for (let line = 0; line < LINES; line++) logger.info('x'.repeat(100));
};

setInterval(() => undefined, 1_000);
process.on('SIGURG', speak);
process.on('SIGWINCH', () => {
  speak();
  throw new Error('it broke');
});
await runProcess('logging', async () => ({ dataDir, close: async () => speak() }));
writeSync(STDOUT, 'ready');
if (room === 'no-room') {
  closeSync(STDOUT);
  openSync('/dev/full', 'w');
}
