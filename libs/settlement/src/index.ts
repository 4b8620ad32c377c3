export { SettlementApiModule } from './settlement.api.module.js';
export { settlementProjector } from './settlement.projector.js';
export { OPEN, settlementTotals } from './settlement-totals/settlement-totals.projection.js';
export { settlementView } from './settlement-totals/settlement.view.js';
export { reconcile } from './reconcile/reconcile.js';
