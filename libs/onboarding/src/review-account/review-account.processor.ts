import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import { NeedsOperator } from '#kernel/jobs/needs-operator.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { userStates } from '#users/user/user.state.js';
import { awaitsReview, reviewAccount as review } from '../trader-profile/trader-profile.decide.js';
import { type TraderProfile, traderProfiles } from '../trader-profile/trader-profile.state.js';
import { reviewAccount } from '../jobs.js';

/**
 * Keeps a restricted account in needs attention until an operator has reviewed it or the broker lifts
 * the restriction. Makes no calls.
 */
@Injectable()
export class ReviewAccountProcessor implements Processor {
  readonly job = reviewAccount;

  constructor(private readonly store: EventStore) {}

  /** @throws {NeedsOperator} while the account awaits a review */
  async process(data: JobData): Promise<void> {
    const profile = await this.store.load(traderProfiles, data.id);
    if (profile === null || !awaitsReview(profile)) return;
    const user = await this.store.load(userStates, data.id);
    if (user.status !== 'closed') throw new NeedsOperator(restrictionOf(profile));
    const cause = workerCause(profile.partnerId, data);
    const reviewed = review('The user is closed here', cause.actor, new Date());
    await this.store.transact(traderProfiles, data.id, reviewed, cause);
  }
}

/** Leaves out the broker's reason: it is personal, and errors of jobs outlive an erasure. */
const restrictionOf = ({ account }: TraderProfile): string => {
  switch (account.kind) {
    case 'requested':
      return '';
    case 'refused':
      return `The broker does not open the account, because it has another account with this e-mail address that is not this user’s. ${SEE_USERS}`;
    case 'opened': {
      const reported = [account.status, ...account.blocks].join(', ');
      return `The broker’s account ${account.id} is ${reported}. ${SEE_USERS}`;
    }
  }
};

const SEE_USERS = 'The page of the user has the broker’s reason';
