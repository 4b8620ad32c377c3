import { pino } from 'pino';
import { logOutput } from '#observability/log-output.js';

/** Logs three lines, and then ends (`ends`) or goes on (`stays`). */
const log = pino({ base: null, timestamp: false }, logOutput());
for (const line of ['one', 'two', 'three']) log.info({}, line);
if (process.argv[2] === 'ends') process.exit(0);
setInterval(() => undefined, 1_000);
