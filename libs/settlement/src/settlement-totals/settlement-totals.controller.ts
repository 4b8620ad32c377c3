import { Controller, Get } from '@nestjs/common';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { Documents } from '#platform/read-models/documents.js';
import { periods, settlementTotals } from './settlement-totals.projection.js';
import { settlementView } from './settlement.view.js';

const LIMIT = 100;

@Controller('v1/settlements')
export class SettlementTotalsController {
  constructor(private readonly documents: Documents) {}

  @Get()
  async list(@CurrentCaller() { partnerId }: Caller) {
    const page = { index: periods, offset: 0, limit: LIMIT };
    const { documents, total } = await this.documents.page(partnerId, settlementTotals, page);
    return {
      settlements: documents.map(settlementView),
      metadata: { total, limit: LIMIT, offset: 0 },
    };
  }
}
