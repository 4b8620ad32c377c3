import { parsePartnerEvent } from '#auth';
import { parseDepositEvent } from '#funding';
import type { ProjectorPart } from '#platform/jobs/projector-part.js';
import { register } from '#platform/read-models/projection.js';
import { settlementTotals } from './settlement-totals/settlement-totals.projection.js';

export const settlementProjector: ProjectorPart = {
  jobs: [],
  workflows: [],
  projections: [
    register(settlementTotals, { partner: parsePartnerEvent, deposit: parseDepositEvent }),
  ],
};
