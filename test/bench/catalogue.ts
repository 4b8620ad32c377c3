import type { Bench } from './bench.js';
import { funding, orders } from './benches/commands.js';

export const benches: readonly Bench[] = [orders, funding];
