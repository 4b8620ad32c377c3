import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from '#platform/core/logger.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { EVENT_LOG, LOGGER, READ_STORE } from '#platform/platform.module.js';
import type { SqlEngine } from '#platform/read-store/sql-engine.js';

/** Where an operator's reader of settlements reads. */
export const readSourcesOf = (app: INestApplicationContext) => ({
  log: app.get<EventLog>(EVENT_LOG),
  engine: app.get<SqlEngine>(READ_STORE),
  logger: app.get<Logger>(LOGGER),
});
