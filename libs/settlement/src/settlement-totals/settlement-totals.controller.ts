import { Controller, Get } from '@nestjs/common';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { Endpoint } from '#platform/http/endpoint.js';
import { Documents } from '#platform/read-models/documents.js';
import { periods, settlementTotals } from './settlement-totals.projection.js';
import { settlementList, settlementView } from './settlement.view.js';

const LIMIT = 100;

@Controller('v1/settlements')
export class SettlementTotalsController {
  constructor(private readonly documents: Documents) {}

  @Endpoint({
    id: 'listSettlements',
    tag: 'Settlement',
    summary: 'List settlement periods',
    description: 'Your periods with their totals, newest first.',
    answers: { 200: [settlementList, 'One page.'] },
  })
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
