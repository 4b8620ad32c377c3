import { registeredDeposits } from '#funding';
import type { Logger } from '#platform/core/logger.js';
import { AUDIT_MODEL_WAIT_MS } from '#platform/core/timing.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { foldedStore } from '#platform/read-store/folded-store.js';
import { Freshness } from '#platform/read-store/freshness.js';
import { Rows } from '#platform/read-store/rows.js';
import type { SqlEngine } from '#platform/read-store/sql-engine.js';
import { registeredPeriods } from '../settlement.projector.js';
import { SettlementReader } from './settlement-reader.js';

export type Sources = {
  readonly log: EventLog;
  readonly engine: SqlEngine;
  readonly logger: Logger;
};

/** To be closed when nothing more is read. */
export type OperatorReader = {
  readonly reader: SettlementReader;
  readonly close: () => Promise<void>;
};

/**
 * A reader for operators, who also work while nothing else does: over the read models where they hold
 * what the log does, else over copies of these partners' that are made out of the log.
 */
export const operatorReader = async (
  { log, engine, logger }: Sources,
  partnerIds: readonly string[],
): Promise<OperatorReader> => {
  if (await isServed({ log, engine }, partnerIds))
    return { reader: readerOn({ log, engine, logger }), close: () => Promise.resolve() };
  const folded = await foldedStore(log, [registeredPeriods, registeredDeposits], partnerIds);
  return { reader: readerOn({ log, engine: folded.engine, logger }), close: folded.close };
};

const readerOn = ({ log, engine, logger }: Sources): SettlementReader =>
  new SettlementReader(new Rows(engine, log, logger), { afterWrites: () => Promise.resolve() });

const isServed = async (
  { log, engine }: Pick<Sources, 'log' | 'engine'>,
  partnerIds: readonly string[],
): Promise<boolean> => {
  const freshness = new Freshness(engine, log);
  try {
    for (const id of partnerIds)
      if ((await freshness.within(AUDIT_MODEL_WAIT_MS, id)) !== true) return false;
    return true;
  } catch {
    return false;
  }
};
