import type { AtBroker } from '../ledger/period.decide.js';

export type ClosingPeriod = {
  readonly partnerId: string;
  readonly periodId: string;
  readonly depositIds: ReadonlySet<string>;
};

/** Port to reconciliation, which depends on settlement. */
export interface BrokerCheck {
  /** Compares the deposits of a period with the broker's journals, and records the differences. */
  compare(period: ClosingPeriod): Promise<AtBroker>;
}

/** Injection token of the port. */
export const BROKER_CHECK = Symbol('BrokerCheck');
