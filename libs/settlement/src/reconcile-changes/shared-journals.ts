import { type RequestedDeposit, countedJournals, deposits, depositsCounting } from '#funding';
import type { Logger } from '#platform/core/logger.js';
import { EventLogUnavailable } from '#platform/event-store/event-log.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { Rows } from '#platform/read-store/rows.js';

type User = Pick<RequestedDeposit, 'partnerId' | 'userId'>;

type Parts = {
  readonly store: EventStore;
  readonly rows: Pick<Rows, 'find'>;
  readonly logger: Logger;
};

/** Finds the deposits of users that count journals; all deposits of a user are read once for all of his. */
export class SharedJournals {
  private readonly byUser = new Map<string, { user: User; journalIds: Set<string> }>();

  constructor(private readonly parts: Parts) {}

  add(user: User, journalIds: readonly string[]): void {
    const known = this.byUser.get(user.userId) ?? { user, journalIds: new Set() };
    for (const id of journalIds) known.journalIds.add(id);
    this.byUser.set(user.userId, known);
  }

  /** All that this deposit counts. */
  async addThoseOf(depositId: string): Promise<void> {
    const deposit = await this.unlessUnreadable(depositId, () =>
      this.parts.store.load(deposits, depositId),
    );
    if (deposit === null || deposit.status === 'absent') return;
    this.add(deposit, countedJournals(deposit));
  }

  async deposits(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { user, journalIds } of this.byUser.values()) {
      const counting = await this.unlessUnreadable(user.userId, () =>
        depositsCounting(this.parts, user, [...journalIds]),
      );
      found.push(...(counting ?? []));
    }
    return found;
  }

  /**
   * Null while the read models are away or being rebuilt, and where nobody can read an event, which is named
   * elsewhere: the broker is compared all the same.
   */
  private async unlessUnreadable<Found>(
    id: string,
    read: () => Promise<Found>,
  ): Promise<Found | null> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof EventLogUnavailable) throw error;
      this.parts.logger.warn({ err: error, id }, 'whose journals are shared is not known');
      return null;
    }
  }
}
