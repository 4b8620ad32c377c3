import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { EventStore } from '#kernel/event-store/event-store.js';
import { actOnQueue } from '../account/staff-account.decide.js';
import { staffAccounts } from '../account/staff-account.state.js';
import { accountCause, staffOperator } from '../account/staff-cause.js';
import type { SignedIn } from '../session/staff-sessions.js';

/** Records the actions of staff on queues, because the dashboard does not. */
@Injectable()
export class QueueActions {
  constructor(private readonly store: EventStore) {}

  /**
   * Records an action before it runs. A record without an action is better than an action without a
   * record.
   */
  async record(
    { staffId }: SignedIn,
    { id, method, url }: Pick<FastifyRequest, 'id' | 'method' | 'url'>,
  ): Promise<void> {
    const [path = ''] = url.split('?');
    const decision = actOnQueue(method, path, new Date());
    const cause = accountCause(staffOperator(staffId, id));
    await this.store.transact(staffAccounts, staffId, decision, cause);
  }
}
