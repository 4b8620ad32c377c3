import { PageQuery, WordParameter } from '#platform/http/query-fields.js';
import { SETTLEMENT_STATUSES, type SettlementStatus } from '#settlement';

export class PeriodsQuery extends PageQuery {
  @WordParameter(SETTLEMENT_STATUSES, { about: 'Only periods in this state.' })
  readonly status?: SettlementStatus;
}
