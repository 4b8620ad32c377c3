import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from '#kernel/logger.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { EVENT_LOG, LOGGER, READ_STORE } from '#kernel/tokens.js';
import type { SqlEngine } from '#read-models/sql-engine.js';

/** Sources of an operator's settlement reader. */
export const readSourcesOf = (app: INestApplicationContext) => ({
  log: app.get<EventLog>(EVENT_LOG),
  engine: app.get<SqlEngine>(READ_STORE),
  logger: app.get<Logger>(LOGGER),
});
