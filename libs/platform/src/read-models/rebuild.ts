import { randomUUID } from 'node:crypto';
import { type Progress, ProjectionControl, refusalOf } from './control.js';
import type { RedisClient } from './script.js';

/**
 * `waiting`: no runner has seen the request. `superseded`: a later one took its place. `refused`: it
 * was filled and did not pass its audit, so readers stay where they were.
 */
type RebuildState = 'waiting' | 'building' | 'refused' | 'done' | 'superseded';

export type Rebuild = { readonly state: RebuildState; readonly progress: Progress | null };

/** Asks the runner of a projection to fill it anew. Answers an id to ask after it. */
export const requestRebuild = async (redis: RedisClient, projection: string): Promise<string> => {
  const request = randomUUID();
  await new ProjectionControl(redis, projection).request(request);
  return request;
};

/** Where a requested rebuild is. `progress` is null unless it is being filled. */
export const rebuildOf = async (
  redis: RedisClient,
  projection: string,
  request: string,
): Promise<Rebuild> => {
  const stored = await new ProjectionControl(redis, projection).load();
  if (stored.registry?.building?.request === request)
    return { state: refusalOf(stored) ? 'refused' : 'building', progress: stored.progress };
  if (stored.registry?.active?.request === request) return { state: 'done', progress: null };
  return { state: stored.request === request ? 'waiting' : 'superseded', progress: null };
};
