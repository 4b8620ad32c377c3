import type { ReadStore } from './read-store.js';
import type { Findings } from './wanted.js';

/** What is there, and what somebody asks for. @throws {ReadStoreAway} */
export const findingsOf = async (store: ReadStore, isStarting: boolean): Promise<Findings> => {
  const [copies, requests] = [await store.copies(), await store.requests()];
  return { models: store.models, copies, requests, isStarting };
};
