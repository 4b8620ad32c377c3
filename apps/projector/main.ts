import 'reflect-metadata';
import { loadConfig } from '#platform/config/config.js';
import { runProcess } from '#platform/core/process.js';
import { startProjector } from './projector.js';

await runProcess('projector', async () => {
  const config = loadConfig();
  const { close } = await startProjector(config);
  return { dataDir: config.dataDir, close };
});
