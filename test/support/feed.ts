import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { checkpointAfter } from '#read-models/checkpoint-position.js';
import { checkpointName } from '#read-models/checkpoints.js';
import type { QuarantinedEvent } from '#read-models/project-events.js';
import type { ReadStore } from '#read-models/read-store.js';

/** Name of the checkpoint of a shard of the active table set. */
export const activeCheckpoint = async (
  store: ReadStore,
  shard = 'shard 0 of 1',
): Promise<string> => {
  const { active } = await store.sets();
  if (active === null) throw new Error('the read models are not active yet');
  return checkpointName(active.generation, shard);
};

/** Applies events to the active table set, as a projection runner does. */
export const feed = async (
  store: ReadStore,
  events: readonly RecordedEvent[],
  shard = 'shard 0 of 1',
): Promise<readonly QuarantinedEvent[]> => {
  const name = await activeCheckpoint(store, shard);
  const from = await store.place(name);
  const { active } = await store.sets();
  if (from === null || active === null) throw new Error(`${shard} is missing`);
  const step = { names: [name], from, to: checkpointAfter(events, from) };
  return store.take(active.generation, step, events);
};
