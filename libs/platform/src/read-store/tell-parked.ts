import type { Logger } from '../core/logger.js';
import type { SqlEngine } from './sql-engine.js';

/** Beyond it the number alone is told. */
const LINES_MAX = 100;

/** Names what fillings that are served from now on could not take in. */
export const tellParked = async (
  { db }: Pick<SqlEngine, 'db'>,
  models: readonly string[],
  logger: Logger,
): Promise<void> => {
  const rows = await db
    .selectFrom('parked_events')
    .selectAll()
    .where('slot', '=', 'served')
    .where('model', 'in', models)
    .orderBy('position')
    .execute();
  for (const { model, stream, type, reason, position } of rows.slice(0, LINES_MAX))
    logger.error({ model, stream, type, reason, position: `${position}` }, 'Event parked');
  if (rows.length > LINES_MAX) logger.error({ parked: rows.length }, 'Further events are parked');
};
