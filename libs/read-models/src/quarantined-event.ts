import type { Logger } from '#kernel/logger.js';
import type { SqlEngine } from './sql-engine.js';

/** An event that a projection failed to apply. A rebuild with corrected code applies it. */
export type QuarantinedEvent = {
  readonly model: string;
  readonly position: bigint;
  /** Empty if the event's metadata lacks a partner. */
  readonly partnerId: string;
  readonly stream: string;
  readonly type: string;
  readonly reason: string;
};

/** Returns the quarantined events of active copies, of one read model or all, in log order. */
export const quarantinedEvents = async (
  { db }: Pick<SqlEngine, 'db'>,
  model: string | null = null,
): Promise<readonly QuarantinedEvent[]> => {
  let query = db.selectFrom('parked_events').selectAll().where('slot', '=', 'served');
  if (model !== null) query = query.where('model', '=', model);
  const rows = await query.orderBy('position').execute();
  return rows.map(({ partner_id: partnerId, position, slot: _, ...rest }) => ({
    ...rest,
    partnerId,
    position: BigInt(position),
  }));
};

/** Most events to log one by one; the rest are only counted. */
const LINES_MAX = 100;

/** Logs the quarantined events of copies that have just become active. */
export const logQuarantined = async (
  engine: Pick<SqlEngine, 'db'>,
  models: readonly string[],
  logger: Logger,
): Promise<void> => {
  const all = (await quarantinedEvents(engine)).filter(({ model }) => models.includes(model));
  for (const { model, stream, type, reason, position } of all.slice(0, LINES_MAX))
    logger.error({ model, stream, type, reason, position: `${position}` }, 'quarantined event');
  if (all.length > LINES_MAX)
    logger.error({ quarantined: all.length }, 'quarantined further events');
};
