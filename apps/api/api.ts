import type { Config } from '#platform/config/config.js';
import type { Logger } from '#platform/core/logger.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { pause } from '#platform/core/pause.js';
import { Closing } from '#platform/http/closing.js';
import { createHttpApp } from '#platform/http/http-app.js';
import { EVENT_LOG, LOGGER, PlatformModule, REDIS } from '#platform/platform.module.js';
import type { RedisClient } from '#platform/redis/script.js';
import { EventStoreReach } from '#platform/signals/event-store-reach.js';
import { redisCheckOfApi } from '#platform/signals/health.js';
import { openSignals } from '#platform/signals/signals.js';
import { ApiModule } from './api.module.js';
import { openConsole } from './console/console-page.js';
import { DemoData } from './demo-data.js';
import { openQueueBoardDoor } from './queues/queue-board-door.js';

/** A burst of connections waits to be accepted: beyond Node's 511 the system lets them try again after a second. */
const BACKLOG = 4_096;

/** The API on a port (0: any free one). The demo data is there before the first request is. */
export const startApi = async (config: Config, port: number) => {
  const platform = await PlatformModule.connect('api', config);
  const app = await createHttpApp({ module: ApiModule, imports: [platform] }, config);
  openQueueBoardDoor(app);
  openConsole(app);
  await app.init();
  if (config.demo) await app.get(DemoData).ensure();
  const redis = redisCheckOfApi(app.get<RedisClient>(REDIS), config);
  const reach = new EventStoreReach(app.get<EventLog>(EVENT_LOG));
  const checks = [{ name: 'event_store', look: () => reach.look() }, redis];
  const closing = app.get(Closing);
  const open = {
    name: 'open',
    look: () => {
      closing.requireOpen();
      return 'ok';
    },
  };
  const logger = app.get<Logger>(LOGGER);
  const signals = await openSignals('api', config, { logger, checks: [...checks, open] });
  await app.listen({ port, host: config.host, backlog: BACKLOG });
  const drain = async (signal: AbortSignal) => {
    closing.drain();
    logger.info({ forS: config.drainS }, 'not ready any more; the process ends');
    await pause(config.drainS * 1_000, signal);
  };
  const close = async () => {
    await app.close();
    await signals.close();
  };
  return { url: await app.getUrl(), close, drain };
};
