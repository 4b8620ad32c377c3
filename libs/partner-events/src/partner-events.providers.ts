import type { Config } from '#config/config.js';
import { CONFIG, READ_STORE } from '#kernel/tokens.js';
import type { ReadStore } from '#read-models/read-store.js';
import { AllowedTargets } from './deliver/allowed-targets.js';
import { DeliveryHistory } from './deliveries/delivery-history.js';
import { DeliveryQueue } from './deliveries/delivery-queue.js';
import { DeliveryStore } from './deliveries/delivery-store.js';
import { EndpointProgress } from './deliveries/endpoint-progress.js';

/** Providers that the api, the worker and operators need. */
export const webhookProviders = [
  {
    provide: AllowedTargets,
    inject: [CONFIG],
    useFactory: ({ webhooksToLoopback }: Config) => new AllowedTargets(webhooksToLoopback),
  },
  {
    provide: DeliveryStore,
    inject: [READ_STORE],
    useFactory: (store: ReadStore) => new DeliveryStore(store),
  },
  DeliveryQueue,
  DeliveryHistory,
  EndpointProgress,
];
