import type { Config } from '#platform/config/config.js';
import { createHttpApp } from '#platform/http/http-app.js';
import { PlatformModule } from '#platform/platform.module.js';
import { ApiModule } from './api.module.js';
import { DemoData } from './demo-data.js';
import { openQueueBoardDoor } from './queues/queue-board-door.js';

/** The API on a port (0: any free one). The demo data is there before the first request is. */
export const startApi = async (config: Config, port: number) => {
  const platform = await PlatformModule.connect('api', config);
  const app = await createHttpApp({ module: ApiModule, imports: [platform] }, config);
  openQueueBoardDoor(app);
  await app.init();
  if (config.demo) await app.get(DemoData).ensure();
  await app.listen(port, config.host);
  return { url: await app.getUrl(), close: () => app.close() };
};
