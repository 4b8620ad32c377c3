import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare } from './install.mjs';
import { main, Problem, requireNode } from './problem.mjs';
import { loadDotEnv } from './settings.mjs';
import { ROOT } from './tools.mjs';

/** Runs a command-line app in this process; only the app itself writes to stdout. */
export const runBuilt = (name) =>
  main(async () => {
    requireNode(20);
    const interrupted = () => process.exit(130);
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    loadDotEnv();
    await prepare((line) => console.error(line));
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    const file = join(ROOT, 'dist', 'apps', name, 'main.js');
    if (!existsSync(file)) throw new Problem(`there is no app ${name} in this copy.`);
    process.setSourceMapsEnabled(true);
    process.argv = [process.argv[0], file, ...process.argv.slice(2)];
    await import(pathToFileURL(file).href);
  });
