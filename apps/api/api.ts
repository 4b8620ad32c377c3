import fastifyStatic from '@fastify/static';
import type { Config } from '#config/config.js';
import type { Logger } from '#kernel/logger.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { pause } from '#kernel/concurrency/pause.js';
import { GracefulShutdown } from '#http/graceful-shutdown.js';
import { createHttpApp } from '#http/http-app.js';
import type { ReadStore } from '#read-models/read-store.js';
import { EVENT_LOG, LOGGER, READ_STORE, REDIS } from '#kernel/tokens.js';
import { PlatformModule } from '../platform.module.js';
import type { RedisClient } from '#redis/script.js';
import { EventStoreReach } from '#observability/event-store-reach.js';
import { readStoreCheckOfApi, redisCheckOfApi } from '#observability/health.js';
import { openSignals } from '#observability/observability.js';
import { ApiModule } from './api.module.js';
import { openConsole } from './console/console-page.js';
import { DemoData } from './demo-data.js';
import { mountQueueDashboard } from './queues/queue-dashboard.js';

/**
 * Length of the accept queue of a burst of connections. Connections beyond Node's default of 511
 * would retry only after a second.
 */
const BACKLOG = 4_096;

/**
 * Starts the API on a port (0: any free port). Creates the demo data before it accepts requests.
 */
export const startApi = async (config: Config, port: number) => {
  const platform = await PlatformModule.connect('api', config);
  const app = await createHttpApp({ module: ApiModule, imports: [platform] }, config);
  await app.register(fastifyStatic, { serve: false, preCompressed: true });
  mountQueueDashboard(app);
  openConsole(app);
  await app.init();
  if (config.demo) await app.get(DemoData).ensure();
  const redis = redisCheckOfApi(app.get<RedisClient>(REDIS), config);
  const log = app.get<EventLog>(EVENT_LOG);
  const reach = new EventStoreReach(log);
  const readModels = readStoreCheckOfApi(app.get<ReadStore>(READ_STORE), log);
  const checks = [{ name: 'event_store', look: () => reach.look() }, redis, readModels];
  const closing = app.get(GracefulShutdown);
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
    logger.info({ forS: config.drainS }, 'draining before the end of the process');
    await pause(config.drainS * 1_000, signal);
  };
  const close = async () => {
    await app.close();
    await signals.close();
  };
  return { url: await app.getUrl(), close, drain };
};
