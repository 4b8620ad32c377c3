import { registeredDeposits } from '#funding/funding.projector.js';
import type { Logger } from '#kernel/logger.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { foldedStore } from '#read-models/temporary-read-store.js';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import { Rows } from '#read-models/rows.js';
import { registeredOrders } from '#orders/orders.projector.js';
import type { ReadStore } from '#read-models/read-store.js';
import { registeredPeriods } from '../settlement.projector.js';
import { SettlementReader } from './settlement-reader.js';

/** Longest wait of an audit for an up-to-date read model, in ms. */
const AUDIT_MODEL_WAIT_MS = 1_000;

export type Sources = {
  readonly log: EventLog;
  readonly store: ReadStore;
  readonly logger: Logger;
};

/** A reader that the caller must close. */
export type OperatorReader = {
  readonly reader: SettlementReader;
  readonly close: () => Promise<void>;
};

/**
 * Returns a reader that works even while the service is down. It uses the read models if they are
 * up to date. Otherwise it builds temporary read models of these partners from the log.
 */
export const operatorReader = async (
  { log, store, logger }: Sources,
  partnerIds: readonly string[],
): Promise<OperatorReader> => {
  if (await isActive({ log, store }, partnerIds))
    return { reader: readerOn({ log, store, logger }), close: () => Promise.resolve() };
  const folded = await foldedStore(
    log,
    [registeredPeriods, registeredDeposits, registeredOrders],
    partnerIds,
  );
  return { reader: readerOn({ log, store: folded.store, logger }), close: folded.close };
};

const readerOn = ({ log, store, logger }: Sources): SettlementReader =>
  new SettlementReader(new Rows(store, log, logger), { afterWrites: () => Promise.resolve() });

const isActive = async (
  { log, store }: Pick<Sources, 'log' | 'store'>,
  partnerIds: readonly string[],
): Promise<boolean> => {
  const readYourWrites = new ReadYourWrites(store, log);
  try {
    for (const id of partnerIds)
      if ((await readYourWrites.within(AUDIT_MODEL_WAIT_MS, id)) !== true) return false;
    return true;
  } catch {
    return false;
  }
};
