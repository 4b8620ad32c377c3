import 'reflect-metadata';
import { loadConfig } from '#platform/config/config.js';
import { startApi } from '../../apps/api/api.js';

/** Settings as JSON in, the address out. */
const settings = JSON.parse(process.argv[2] ?? '{}') as NodeJS.ProcessEnv;
const { url } = await startApi(loadConfig(settings), 0);
console.log(url);
