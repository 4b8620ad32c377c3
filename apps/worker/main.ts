import '#kernel/concurrency/heap-growth.js';
import 'reflect-metadata';
import { loadConfig } from '#config/config.js';
import { runProcess } from '#observability/process.js';
import { startWorker } from './worker.js';

await runProcess('worker', async () => {
  const config = loadConfig();
  const { close } = await startWorker(config);
  return { dataDir: config.dataDir, close };
});
