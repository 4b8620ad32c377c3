import '#platform/core/heap-growth.js';
import 'reflect-metadata';
import { loadConfig } from '#platform/config/config.js';
import { runProcess } from '#platform/core/process.js';
import { startApi } from './api.js';

await runProcess('api', async () => {
  const config = loadConfig();
  const { close, drain } = await startApi(config, config.apiPort);
  return { dataDir: config.dataDir, close, drain };
});
