import type { Logger } from '../core/logger.js';
import type { SqlEngine } from './sql-engine.js';

/** An event that a read model could not take in; filling it anew with mended code takes it in. */
export type ParkedEvent = {
  readonly model: string;
  readonly position: bigint;
  /** Empty when its metadata names nobody. */
  readonly partnerId: string;
  readonly stream: string;
  readonly type: string;
  readonly reason: string;
};

/** The parked events of what is served, of one read model or all, in the order of the log. */
export const parkedEvents = async (
  { db }: Pick<SqlEngine, 'db'>,
  model: string | null = null,
): Promise<readonly ParkedEvent[]> => {
  let query = db.selectFrom('parked_events').selectAll().where('slot', '=', 'served');
  if (model !== null) query = query.where('model', '=', model);
  const rows = await query.orderBy('position').execute();
  return rows.map(({ partner_id: partnerId, position, slot: _, ...rest }) => ({
    ...rest,
    partnerId,
    position: BigInt(position),
  }));
};

/** Beyond it the number alone is told. */
const LINES_MAX = 100;

/** Names what fillings that are served from now on could not take in. */
export const tellParked = async (
  engine: Pick<SqlEngine, 'db'>,
  models: readonly string[],
  logger: Logger,
): Promise<void> => {
  const all = (await parkedEvents(engine)).filter(({ model }) => models.includes(model));
  for (const { model, stream, type, reason, position } of all.slice(0, LINES_MAX))
    logger.error({ model, stream, type, reason, position: `${position}` }, 'Event parked');
  if (all.length > LINES_MAX) logger.error({ parked: all.length }, 'Further events are parked');
};
