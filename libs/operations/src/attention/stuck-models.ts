import type { EventLog } from '#kernel/event-store/event-log.js';
import type { QuarantinedEvent } from '#read-models/project-events.js';
import { quarantinedEvents } from '#read-models/quarantined-event.js';
import type { ReadStore } from '#read-models/read-store.js';
import { type RejectedModel, rejectedModels } from '#read-models/table-set.js';
import { type AttentionEntry, WITHOUT_JOB } from './attention-entry.js';

/** An entry with the read models that a rebuild would repair. */
export type StuckModel = AttentionEntry & { readonly models: readonly string[] };

const EVENTS_MAX = 200;

/** Returns events that projections could not apply, and rebuilds that were not activated. */
export const stuckModels = async (
  store: ReadStore,
  log: EventLog,
): Promise<readonly StuckModel[]> => {
  const quarantined = await quarantinedEvents(store);
  const byPosition = Map.groupBy(quarantined, ({ position }) => position);
  const events = [...byPosition.values()].slice(0, EVENTS_MAX);
  const found = await Promise.all(events.map((each) => describeEvent(log, each)));
  return [...found, ...rejectedModels(await store.sets()).map(describeRejection)];
};

const describeEvent = async (
  log: EventLog,
  quarantined: readonly QuarantinedEvent[],
): Promise<StuckModel> => {
  const { position, stream, type, partnerId, reason } = quarantined[0]!;
  const models = quarantined.map(({ model }) => model);
  const recorded = (await log.read(stream)).find((each) => each.position === position);
  const at = recorded?.metadata.at ?? '';
  return {
    ...WITHOUT_JOB,
    closing,
    id: `event-${position}`,
    kind: 'event',
    about: stream,
    subjectId: `${position}`,
    partnerId: partnerId === '' ? null : partnerId,
    since: at,
    lastError: `${type} could not be applied by ${models.join(', ')}: ${reason}`,
    history: [{ at, lastAt: at, times: 1, event: type, data: null }],
    next: 'Deploy code that can read the event, then retry the entry. The retry rebuilds these read models.',
    models,
  };
};

const describeRejection = ({ model, begunAt, errors }: RejectedModel): StuckModel => ({
  ...WITHOUT_JOB,
  closing,
  id: `read-model-${model}`,
  kind: 'read-model',
  about: model,
  subjectId: model,
  partnerId: null,
  since: begunAt,
  lastError: errors.join('; '),
  history: [],
  next: 'Correct the projection and raise its version. A retry rebuilds it with the present code.',
  models: [model],
});

const closing = {
  possible: false,
  inWords: 'This entry cannot be closed. The log is complete; only a read model is behind.',
};
