import type { Logger } from '#kernel/logger.js';
import type { ReadStore } from './read-store.js';

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

/** Returns the quarantined events of the active table set, of one read model or all, in log order. */
export const quarantinedEvents = (
  store: ReadStore,
  model: string | null = null,
): Promise<readonly QuarantinedEvent[]> =>
  store.read(async ({ db, active }) => {
    let query = db
      .selectFrom('quarantined_events')
      .selectAll()
      .where('generation', '=', active?.generation ?? 0);
    if (model !== null) query = query.where('model', '=', model);
    const rows = await query.orderBy('position').execute();
    return rows.map(({ partner_id: partnerId, position, generation: _, ...rest }) => ({
      ...rest,
      partnerId,
      position: BigInt(position),
    }));
  });

/** Most events to log one by one; the rest are only counted. */
const LINES_MAX = 100;

/** Logs the quarantined events of a table set that has just become active. */
export const logQuarantined = async (store: ReadStore, logger: Logger): Promise<void> => {
  const all = await quarantinedEvents(store);
  for (const { model, stream, type, reason, position } of all.slice(0, LINES_MAX))
    logger.error({ model, stream, type, reason, position: `${position}` }, 'quarantined event');
  if (all.length > LINES_MAX)
    logger.error({ quarantined: all.length }, 'quarantined further events');
};
