import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './install.mjs';
import { main, Problem } from './problem.mjs';
import { loadDotEnv, readSettings, trustIn } from './settings.mjs';
import { ROOT } from './tools.mjs';

const restart = (trust) => {
  const env = { ...process.env, ...trust };
  const { status } = spawnSync(process.execPath, process.argv.slice(1), { env, stdio: 'inherit' });
  process.exit(status ?? 1);
};

/** Runs a command-line app in this process. Only the app writes to stdout. */
export const runBuilt = (name) =>
  main(async () => {
    const interrupted = () => process.exit(130);
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    loadDotEnv();
    // Node reads trusted certificates only at its start.
    const trust = trustIn(readSettings(process.env), process.env);
    if (Object.keys(trust).length > 0) return restart(trust);
    await prepare((line) => console.error(line));
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    const file = join(ROOT, 'dist', 'apps', name, 'main.js');
    if (!existsSync(file)) throw new Problem(`this copy does not contain the app ${name}.`);
    process.setSourceMapsEnabled(true);
    process.argv = [process.argv[0], file, ...process.argv.slice(2)];
    await import(pathToFileURL(file).href);
  });
