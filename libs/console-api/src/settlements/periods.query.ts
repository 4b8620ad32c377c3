import { PageQuery, WordParameter } from '#http/query-fields.js';
import {
  STATUSES as SETTLEMENT_STATUSES,
  type Status as SettlementStatus,
} from '#settlement/settlement-periods/status.js';

export class PeriodsQuery extends PageQuery {
  @WordParameter(SETTLEMENT_STATUSES, { about: 'Only periods in this state.' })
  readonly status?: SettlementStatus;
}
