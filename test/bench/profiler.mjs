import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { basename, dirname } from 'node:path';

const FOLDER = process.env['BENCH_PROFILES'];
const INTERVAL_US = 250;

/** Loaded before an app: writes its CPU profile, for the browser's developer tools, when it ends. */
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
session.post('Profiler.start');
process.once('exit', () => {
  session.post('Profiler.stop', (error, { profile }) => {
    if (error !== null) return;
    mkdirSync(FOLDER, { recursive: true });
    const app = basename(dirname(process.argv[1] ?? 'node'));
    writeFileSync(`${FOLDER}/${app}-${process.pid}.cpuprofile`, JSON.stringify(profile));
  });
});
