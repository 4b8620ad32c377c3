import type { ReadStore } from './read-store.js';
import type { StoreInventory } from './rebuild-targets.js';

/** Returns the copies and the rebuild requests of a store. @throws {ReadStoreUnavailable} */
export const inventoryOf = async (
  store: ReadStore,
  isStarting: boolean,
): Promise<StoreInventory> => {
  const [copies, requests] = [await store.copies(), await store.requests()];
  return { models: store.models, copies, requests, isStarting };
};
