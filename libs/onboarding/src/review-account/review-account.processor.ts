import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import { NeedsOperator } from '#kernel/jobs/needs-operator.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { userStandings } from '#users/user/user.state.js';
import { awaitsReview, reviewAccount as review } from '../trader-profile/trader-profile.decide.js';
import { type TraderProfile, traderProfiles } from '../trader-profile/trader-profile.state.js';
import { reviewAccount } from '../jobs.js';

/** Asks nobody: it says what people have to see to, until they have, or the broker lifts it. */
@Injectable()
export class ReviewAccountProcessor implements Processor {
  readonly job = reviewAccount;

  constructor(private readonly store: EventStore) {}

  /** @throws {NeedsOperator} while there is something to see to */
  async process(data: JobData): Promise<void> {
    const profile = await this.store.load(traderProfiles, data.id);
    if (profile === null || !awaitsReview(profile)) return;
    const user = await this.store.load(userStandings, data.id);
    if (user.status !== 'closed') throw new NeedsOperator(whatToSeeTo(profile));
    const cause = workerCause(profile.partnerId, data);
    const reviewed = review('The user is closed here', cause.actor, new Date());
    await this.store.transact(traderProfiles, data.id, reviewed, cause);
  }
}

/** Without the broker's words: they are personal, and failures are kept. */
const whatToSeeTo = ({ account }: TraderProfile): string => {
  switch (account.kind) {
    case 'requested':
      return '';
    case 'refused':
      return `The broker does not open the account, since it has one with this e-mail address that is not this user’s: ${ITS_WORDS}`;
    case 'opened': {
      const said = [account.status, ...account.blocks].join(', ');
      return `The broker's account ${account.id} is ${said}: ${ITS_WORDS}`;
    }
  }
};

const ITS_WORDS = 'see among Users what it says of it';
