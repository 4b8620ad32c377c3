import { readFileSync } from 'node:fs';

// Loaded into a process before its own code. The file that OWN_SETTINGS_FILE names holds variables
// for some apps alone, like other addresses of what they talk to.
const file = process.env.OWN_SETTINGS_FILE;
const app = /apps[\\/]([a-z]+)[\\/]main/.exec(process.argv[1] ?? '')?.[1] ?? '';

if (file !== undefined) {
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  Object.assign(process.env, settings[app]);
}
