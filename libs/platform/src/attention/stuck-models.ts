import type { EventLog } from '../event-store/event-log.js';
import { faultsOf } from '../read-store/audit-filling.js';
import { type ParkedEvent, parkedEvents } from '../read-store/parked.js';
import type { ReadStore } from '../read-store/read-store.js';
import type { AttentionEntry } from './attention-entry.js';

/** An entry with the read models that a rebuild would mend. */
export type StuckModel = AttentionEntry & { readonly models: readonly string[] };

const EVENTS_MAX = 200;

/** Events that read models could not take in, and fillings that are kept from their readers. */
export const stuckModels = async (
  store: ReadStore,
  log: EventLog,
): Promise<readonly StuckModel[]> => {
  const parked = await parkedEvents(store.engine);
  const byPosition = Map.groupBy(parked, ({ position }) => position);
  const events = [...byPosition.values()].slice(0, EVENTS_MAX);
  const found = await Promise.all(events.map((each) => describeEvent(log, each)));
  const refused = (await store.copies()).filter((copy) => faultsOf(copy).length > 0);
  return [
    ...found,
    ...refused.map(({ name, ...copy }) => describeRefusal(name, faultsOf(copy), copy)),
  ];
};

const describeEvent = async (
  log: EventLog,
  parked: readonly ParkedEvent[],
): Promise<StuckModel> => {
  const { position, stream, type, partnerId, reason } = parked[0]!;
  const models = parked.map(({ model }) => model);
  const recorded = (await log.read(stream)).find((each) => each.position === position);
  const at = recorded?.metadata.at ?? '';
  return {
    ...nothingTried,
    id: `event-${position}`,
    kind: 'event',
    about: stream,
    subjectId: `${position}`,
    partnerId: partnerId === '' ? null : partnerId,
    since: at,
    lastError: `${type} could not be taken in by ${models.join(', ')}: ${reason}`,
    history: [{ at, lastAt: at, times: 1, event: type, data: null }],
    next: 'Bring up code that can read it, then retry it, which rebuilds these read models.',
    models,
  };
};

const describeRefusal = (
  name: string,
  faults: readonly string[],
  { begunAt }: { readonly begunAt: string },
): StuckModel => ({
  ...nothingTried,
  id: `read-model-${name}`,
  kind: 'read-model',
  about: name,
  subjectId: name,
  partnerId: null,
  since: begunAt,
  lastError: faults.join('; '),
  history: [],
  next: 'Mend the projection and raise its version; a retry fills it once more as it is.',
  models: [name],
});

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
