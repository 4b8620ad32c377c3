import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from '#kernel/logger.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { EVENT_LOG, LOGGER, READ_STORE } from '#kernel/tokens.js';
import type { ReadStore } from '#read-models/read-store.js';

/** Returns the sources of an operator's settlement reader. */
export const readSourcesOf = (app: INestApplicationContext) => ({
  log: app.get<EventLog>(EVENT_LOG),
  store: app.get<ReadStore>(READ_STORE),
  logger: app.get<Logger>(LOGGER),
});
