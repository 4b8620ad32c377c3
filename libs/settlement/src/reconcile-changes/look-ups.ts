import type { RequestedDeposit } from '#funding';
import type { RequestedOrder } from '#orders';
import type { BrokerChanges, Span } from '#platform/broker/broker-changes.js';
import type { BrokerLists } from './broker-lists.js';

/** So many calls about single things in one look; what is left is counted and comes at night. */
export const LOOK_UPS_MAX = 75;
/** From so many deposits of one day on, its list is cheaper. */
const LIST_FROM = 3;
const CALLS_OF_LIST = 2;

/** Asks about single things where the lists tell nothing, as long as there are calls left. */
export class LookUps {
  /** What would have been asked for. */
  notCompared = 0;

  constructor(
    private readonly changes: BrokerChanges,
    private readonly lists: BrokerLists,
    private left: number,
  ) {}

  /** Brings a journal into the lists as it is now. @returns whether it could be asked about */
  async journal(id: string): Promise<boolean> {
    if (!this.take(1)) return false;
    const found = await this.changes.journal(id);
    if (found === null) this.lists.journals.delete(id);
    else this.lists.journals.set(id, found);
    return true;
  }

  /**
   * Brings the journals of these deposits into the lists, those of one day together; of those that are
   * to be seen whole, all of their accounts.
   * @returns the deposits that could not be asked about
   */
  async journalsOf(
    deposits: readonly RequestedDeposit[],
    isWhole: (depositId: string) => boolean,
  ): Promise<ReadonlySet<string>> {
    const lacking = new Set<string>();
    const [whole, others] = partition(deposits, ({ depositId }) => isWhole(depositId));
    for (const [accountId, ofAccount] of Map.groupBy(whole, (each) => each.accountId))
      if (this.take(CALLS_OF_LIST, ofAccount.length)) await this.listAccount(accountId);
      else for (const { depositId } of ofAccount) lacking.add(depositId);
    const byDay = Map.groupBy(others, ({ requestedAt }) =>
      requestedAt.slice(0, 'YYYY-MM-DD'.length),
    );
    const largestFirst = [...byDay].sort(([, one], [, other]) => other.length - one.length);
    for (const [day, ofDay] of largestFirst)
      if (ofDay.length >= LIST_FROM && this.take(CALLS_OF_LIST, ofDay.length))
        await this.listDay({ from: `${day}T00:00:00.000Z`, until: `${day}T23:59:59.999Z` });
      else for (const each of ofDay) if (!(await this.journalOf(each))) lacking.add(each.depositId);
    return lacking;
  }

  /** Brings an order into the lists as it is now. @returns whether it could be asked about */
  async order({ orderId, accountId }: RequestedOrder): Promise<boolean> {
    if (!this.take(1)) return false;
    const found = await this.changes.order(orderId, accountId);
    if (found !== null) this.lists.orders.set(found.id, found);
    return true;
  }

  /** Undefined when it could not be asked about. */
  async account(accountId: string) {
    return this.take(1) ? this.changes.account(accountId) : undefined;
  }

  private async journalOf({ journalId, accountId }: RequestedDeposit): Promise<boolean> {
    if (journalId !== null) {
      if (!this.take(1)) return false;
      const found = await this.changes.journal(journalId);
      if (found !== null) this.lists.journals.set(found.id, found);
      if (found !== null) return true;
    }
    if (!this.take(CALLS_OF_LIST)) return false;
    await this.listAccount(accountId);
    return true;
  }

  private async listAccount(accountId: string): Promise<void> {
    for (const each of await this.changes.journalsOfAccount(accountId))
      this.lists.journals.set(each.id, each);
  }

  private async listDay(day: Span): Promise<void> {
    const { journals } = await this.changes.journalsOfDays(day);
    for (const each of journals) this.lists.journals.set(each.id, each);
  }

  private take(calls: number, things = 1): boolean {
    if (this.left < calls) {
      this.notCompared += things;
      return false;
    }
    this.left -= calls;
    return true;
  }
}

const partition = <Thing>(
  things: readonly Thing[],
  isFirst: (thing: Thing) => boolean,
): readonly [Thing[], Thing[]] => {
  const { first = [], second = [] } = Object.groupBy(things, (thing) =>
    isFirst(thing) ? 'first' : 'second',
  );
  return [first, second];
};
