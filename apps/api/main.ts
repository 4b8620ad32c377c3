import '#kernel/concurrency/heap-growth.js';
import 'reflect-metadata';
import { loadConfig } from '#config/config.js';
import { runProcess } from '#observability/process.js';
import { startApi } from './api.js';

await runProcess('api', async () => {
  const config = loadConfig();
  const { close, drain } = await startApi(config, config.apiPort);
  return { dataDir: config.dataDir, close, drain };
});
