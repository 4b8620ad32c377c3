import type { EventLog } from '../event-store/event-log.js';
import { ProjectionControl, refusalOf } from '../read-models/control.js';
import { type ParkedEvent, parkedEvents } from '../read-models/parked.js';
import type { RedisClient } from '../read-models/script.js';
import type { AttentionEntry } from './attention-entry.js';

/** An entry with the read models that a rebuild would mend. */
export type StuckModel = AttentionEntry & { readonly models: readonly string[] };

const EVENTS_MAX = 200;
const RADIX = 36;

/** Events that read models could not take in, and fillings that are kept from their readers. */
export const stuckModels = async (
  redis: RedisClient,
  log: EventLog,
  projections: readonly string[],
): Promise<readonly StuckModel[]> => {
  const parked = (await Promise.all(projections.map((name) => parkedEvents(redis, name)))).flat();
  const byPosition = new Map<string, ParkedEvent[]>();
  for (const event of parked)
    byPosition.set(event.position, [...(byPosition.get(event.position) ?? []), event]);
  const events = [...byPosition.values()].slice(0, EVENTS_MAX);
  const found = await Promise.all(events.map((each) => describeEvent(log, each)));
  const refused = await Promise.all(projections.map((name) => describeRefusal(redis, name)));
  return [...found, ...refused.flat()];
};

const describeEvent = async (
  log: EventLog,
  parked: readonly ParkedEvent[],
): Promise<StuckModel> => {
  const { position, stream, type, partnerId, reason } = parked[0]!;
  const models = parked.map(({ projection }) => projection);
  const recorded = (await log.read(stream)).find((each) => `${each.position}` === position);
  const at = recorded?.metadata.at ?? '';
  return {
    ...nothingTried,
    id: `event-${position}`,
    kind: 'event',
    about: stream,
    subjectId: position,
    partnerId: partnerId === '' ? null : partnerId,
    since: at,
    lastError: `${type} could not be taken in by ${models.join(', ')}: ${reason}`,
    history: [{ at, event: type }],
    next: 'Bring up code that can read it, then retry it, which rebuilds these read models.',
    models,
  };
};

const describeRefusal = async (redis: RedisClient, name: string): Promise<StuckModel[]> => {
  const refusal = refusalOf(await new ProjectionControl(redis, name).load());
  if (refusal === null) return [];
  const since = new Date(parseInt(refusal.generation, RADIX)).toISOString();
  const stuck: StuckModel = {
    ...nothingTried,
    id: `read-model-${name}`,
    kind: 'read-model',
    about: name,
    subjectId: name,
    partnerId: null,
    since,
    lastError: refusal.faults.join('; '),
    history: [],
    next: 'Mend the projection and raise its version; a retry fills it once more as it is.',
    models: [name],
  };
  return [stuck];
};

const nothingTried = {
  waitsFor: null,
  tries: 0,
  lastTriedAt: null,
  userId: null,
  amount: null,
  state: 'stuck',
  closing: {
    possible: false,
    inWords: 'There is nothing to close: the log is complete, and only a copy of it is not.',
  },
} as const;
