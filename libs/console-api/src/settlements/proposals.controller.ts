import { Controller, Get } from '@nestjs/common';
import { partners } from '#auth/partner/partner.state.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Rows } from '#read-models/rows.js';
import { listProposals } from '#settlement/proposed-transfers/proposals.js';
import { staffEmailOf } from '#staff/account/staff-email.js';
import { StaffEndpoint } from '#staff/staff.api.module.js';
import { proposalsAnswer } from './proposals.view.js';

@Controller('staff')
export class ProposalsController {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
  ) {}

  @StaffEndpoint('session', {
    summary: 'List transfers that wait for a second person',
    description:
      'Large transfers that one person requested to record or reverse, the oldest first, at most 100. They take effect when a second person requests the same.',
    answers: { 200: [proposalsAnswer, 'What waits.'] },
  })
  @Get('transfers/proposals')
  async listTransferProposals() {
    const proposals = await listProposals(this.rows, this.store);
    const named = proposals.map(async ({ by, ...proposal }) => ({
      ...proposal,
      partnerName: (await this.store.load(partners, proposal.partnerId)).name,
      proposedBy: (await staffEmailOf(this.store, by)) ?? by,
    }));
    return { proposals: await Promise.all(named) };
  }
}
