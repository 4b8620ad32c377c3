import 'reflect-metadata';
import { loadConfig } from '#config/config.js';
import { runProcess } from '#observability/process.js';
import { startProjector } from './projector.js';

await runProcess('projector', async () => {
  const config = loadConfig();
  const { close } = await startProjector(config);
  return { dataDir: config.dataDir, close };
});
