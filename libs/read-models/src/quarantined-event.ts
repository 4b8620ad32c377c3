import type { Logger } from '#kernel/logger.js';
import type { QuarantinedEvent } from './project-events.js';
import type { ReadStore } from './read-store.js';

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

export const logQuarantined = (logger: Logger, events: readonly QuarantinedEvent[]): void => {
  for (const { partnerId: _, position, ...event } of events.slice(0, LINES_MAX))
    logger.error({ ...event, position: `${position}` }, 'quarantined event');
  if (events.length > LINES_MAX)
    logger.error({ quarantined: events.length }, 'quarantined further events');
};
