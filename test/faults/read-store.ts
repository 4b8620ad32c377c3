import { openSqlEngine } from '#read-models/open-sql-engine.js';
import type { ReadStore } from '#read-models/read-store.js';
import { readStoreOn } from '../../apps/features.js';
import type { Service } from '../support/service.js';

/** Opens the read store of a running service with new connections. The caller closes it. */
export const readStoreOf = async (service: Service): Promise<ReadStore> =>
  readStoreOn(await openSqlEngine(service.readModels));
