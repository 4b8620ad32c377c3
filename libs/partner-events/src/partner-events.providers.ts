import type { Config } from '#config/config.js';
import { CONFIG, READ_STORE } from '#kernel/tokens.js';
import type { ReadStore } from '#read-models/read-store.js';
import { AllowedTargets } from './deliver/allowed-targets.js';
import { DeliveryLog } from './deliveries/delivery-log.js';

/** Providers that the api, the worker and operators need. */
export const webhookProviders = [
  {
    provide: AllowedTargets,
    inject: [CONFIG],
    useFactory: ({ webhooksToLoopback }: Config) => new AllowedTargets(webhooksToLoopback),
  },
  {
    provide: DeliveryLog,
    inject: [READ_STORE],
    useFactory: (store: ReadStore) => new DeliveryLog(store),
  },
];
