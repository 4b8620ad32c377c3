import { pino } from 'pino';
import { logOutput } from '#platform/core/log-output.js';
import { runProcess } from '#platform/core/process.js';

const LINES = 3_000;

const [dataDir = ''] = process.argv.slice(2);
const logger = pino({}, logOutput());

/** Says more at its end than a pipe holds. */
const close = async () => {
  for (let line = 0; line < LINES; line++) logger.info('x'.repeat(100));
};

setInterval(() => undefined, 1_000);
await runProcess('logging', async () => ({ dataDir, close }));
process.stdout.write('ready');
