import type { RequestedDeposit } from '#funding';
import type { RequestedOrder } from '#orders';
import type { BrokerChanges, DatedJournal, Span } from '#platform/broker/broker-changes.js';
import type { LoggedAccount } from '../reconcile/compare-accounts.js';
import type { Difference } from '../reconcile/difference.js';
import { type Unanswered, answerAbout } from '../reconcile/unanswered.js';
import type { BrokerLists } from './broker-lists.js';

/** So many calls about single things in one look; what is left is counted and comes at night. */
export const LOOK_UPS_MAX = 500;
/** From so many deposits of one day on, its list is cheaper. */
const LIST_FROM = 3;
const CALLS_OF_LIST = 2;

/** Asks about single things where the lists tell nothing, as long as there are calls left. */
export class LookUps {
  /** What would have been asked for, or was not answered. */
  notCompared = 0;
  /** By ids of ours or of the broker's. */
  readonly unanswered = new Map<string, Difference>();
  /** Journals that the broker was asked about, and has or does not have. */
  readonly answeredJournals = new Set<string>();

  constructor(
    private readonly changes: BrokerChanges,
    private readonly lists: BrokerLists,
    private left: number,
  ) {}

  /** Brings a journal into the lists that they lack, or its name. @returns whether that is known */
  async journal(id: string): Promise<boolean> {
    return (await this.askedJournal(id)) !== undefined;
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
      if (this.take(CALLS_OF_LIST, ofAccount.length)) {
        await this.listAccount(accountId);
        for (const each of ofAccount) if (!(await this.isKnown(each))) lacking.add(each.depositId);
      } else for (const { depositId } of ofAccount) lacking.add(depositId);
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

  /** Brings an order into the lists as it is now; a stream may know it later than that. @returns whether it is known */
  async order({ partnerId, orderId, brokerOrderId, accountId }: RequestedOrder): Promise<boolean> {
    const about = { kind: 'order_unanswered', partnerId, orderId, brokerOrderId } as const;
    const found = await this.ask(orderId, about, () => this.changes.order(orderId, accountId));
    const told = found ? this.lists.orders.get(found.id) : undefined;
    if (found && (told === undefined || told.updatedAt < found.updatedAt))
      this.lists.orders.set(found.id, found);
    return found !== undefined;
  }

  /** Undefined when that is not known. */
  async account({ partnerId, accountId }: LoggedAccount) {
    const about = { kind: 'account_unanswered', partnerId, accountId } as const;
    return this.ask(accountId, about, () => this.changes.account(accountId));
  }

  /** That a list does not have it says less than the broker's answer about it alone. */
  private async isKnown({ journalId }: RequestedDeposit): Promise<boolean> {
    const isTold = (id: string) => this.lists.journals.has(id) || this.answeredJournals.has(id);
    return journalId === null || isTold(journalId) || this.journal(journalId);
  }

  private async journalOf({ journalId, accountId }: RequestedDeposit): Promise<boolean> {
    const found = journalId === null ? null : await this.askedJournal(journalId);
    if (found !== null) return found !== undefined;
    if (!this.take(CALLS_OF_LIST)) return false;
    await this.listAccount(accountId);
    return true;
  }

  private async askedJournal(id: string): Promise<DatedJournal | null | undefined> {
    const about = { kind: 'journal_unanswered', partnerId: null, journalId: id } as const;
    const found = await this.ask(id, about, () => this.changes.journal(id));
    if (found !== undefined) this.answeredJournals.add(id);
    const listed = this.lists.journals.get(id);
    if (listed === undefined && found) this.lists.journals.set(id, found);
    // The books follow the lists: what the broker says of one alone only adds its name.
    if (listed?.journalKey === null && found)
      this.lists.journals.set(id, { ...listed, journalKey: found.journalKey });
    return found;
  }

  /** Undefined when there are no calls left, or no answer came. */
  private async ask<Answer>(
    id: string,
    about: Unanswered,
    ask: () => Promise<Answer>,
  ): Promise<Answer | undefined> {
    if (!this.take(1)) return undefined;
    const { answer, difference } = await answerAbout(id, about, ask);
    if (difference === null) return answer;
    this.unanswered.set(id, difference);
    this.notCompared++;
    return undefined;
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
