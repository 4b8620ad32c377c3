import '#kernel/concurrency/heap-growth.js';
import { runProcess } from '#observability/process.js';
import { startSandbox } from './sandbox.js';
import { optionsFrom } from './sandbox.options.js';

await runProcess('sandbox', async () => {
  const options = optionsFrom(process.env);
  const sandbox = await startSandbox(options);
  return { close: () => sandbox.close(), dataDir: options.dataDir };
});
