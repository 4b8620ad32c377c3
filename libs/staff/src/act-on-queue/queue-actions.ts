import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { EventStore } from '#kernel/event-store/event-store.js';
import { actOnQueue } from '../account/staff-account.decide.js';
import { staffAccounts } from '../account/staff-account.state.js';
import { accountCause, staffOperator } from '../account/staff-cause.js';
import type { SignedIn } from '../session/staff-sessions.js';

/** Keeps what staff do to queues: the dashboard itself remembers nobody. */
@Injectable()
export class QueueActions {
  constructor(private readonly store: EventStore) {}

  /** Before it is done: an action without a record would be worse than a record without one. */
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
