import { Controller, Get } from '@nestjs/common';
import { partners } from '#auth';
import { EventStore } from '#platform/event-store/event-store.js';
import { Rows } from '#platform/read-store/rows.js';
import { listProposals } from '#settlement';
import { staffAccounts } from '#staff';
import { StaffEndpoint } from '#staff/api';
import { proposalsAnswer } from './proposals.view.js';

const STAFF = 'staff:';

@Controller('staff')
export class ProposalsController {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
  ) {}

  @StaffEndpoint('session', {
    id: 'listTransferProposals',
    tag: 'Settlements',
    summary: 'List what waits for a second person',
    description:
      'Transfers above an amount that one person has recorded or taken back, the oldest first, 100 at most. They take effect when a second person does the same.',
    answers: { 200: [proposalsAnswer, 'What waits.'] },
  })
  @Get('transfers/proposals')
  async list() {
    const proposals = await listProposals(this.rows, this.store);
    const named = proposals.map(async ({ by, ...proposal }) => ({
      ...proposal,
      partnerName: (await this.store.load(partners, proposal.partnerId)).name,
      proposedBy: await this.nameOf(by),
    }));
    return { proposals: await Promise.all(named) };
  }

  private async nameOf(actor: string): Promise<string> {
    if (!actor.startsWith(STAFF)) return actor;
    const account = await this.store.load(staffAccounts, actor.slice(STAFF.length));
    return account?.email ?? actor;
  }
}
