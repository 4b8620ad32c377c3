import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import { NeedsOperator } from '#kernel/jobs/needs-operator.js';
import type { JobData } from '#jobs/queues.js';
import type { Processor } from '#jobs/worker-host.js';
import { hasOpenWatchListHit, isBlocked, isRegistered, userStates } from '../user/user.state.js';
import { reviewWatchListHit } from '../jobs.js';

/** Keeps the hit in needs attention until an operator has decided. Makes no calls. */
@Injectable()
export class ReviewWatchListHitProcessor implements Processor {
  readonly job = reviewWatchListHit;

  constructor(private readonly store: EventStore) {}

  /** @throws {NeedsOperator} while a hit is open and the user is not suspended */
  async process({ id }: JobData): Promise<void> {
    const user = await this.store.load(userStates, id);
    if (!isRegistered(user) || isBlocked(user) || !hasOpenWatchListHit(user)) return;
    throw new NeedsOperator(
      'The identity provider reports a match on a sanctions or watch list for this user, or no longer passes the user. Do not inform the partner.',
    );
  }
}
