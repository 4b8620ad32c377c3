import { readFileSync } from 'node:fs';

// Loaded into a process before its code. The file of OWN_SETTINGS_FILE contains variables for single
// apps, such as other addresses of their servers.
const file = process.env.OWN_SETTINGS_FILE;
const app = /apps[\\/]([a-z]+)[\\/]main/.exec(process.argv[1] ?? '')?.[1] ?? '';

if (file !== undefined) {
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  Object.assign(process.env, settings[app]);
}
