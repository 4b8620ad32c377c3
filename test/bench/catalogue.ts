import type { Bench } from './bench.js';
import { funding, growth, orders } from './benches/commands.js';
import { journey } from './benches/journey.js';
import { memory } from './benches/memory.js';
import { reads } from './benches/reads.js';
import { rebuild } from './benches/rebuild.js';
import { totals } from './benches/totals.js';
import { users } from './benches/users.js';
import { webhookCost, webhooks } from './benches/webhooks.js';
import { policy } from './benches/workflow.js';

export const benches: readonly Bench[] = [
  orders,
  funding,
  reads,
  journey,
  policy,
  rebuild,
  totals,
  users,
  memory,
  growth,
  webhooks,
  webhookCost,
];

/** Those that hold the service against its own stores, and are done within two minutes. */
export const inQuickForm: readonly Bench[] = [orders, funding, reads, policy, rebuild];
