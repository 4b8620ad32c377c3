import { BROKER_CHECK } from '#settlement/close-period/broker-check.js';
import { PeriodAtBroker } from './period-close/period-at-broker.js';

/** Providers that processors of settlement need. */
export const reconciliationWorkerParts = [{ provide: BROKER_CHECK, useClass: PeriodAtBroker }];
