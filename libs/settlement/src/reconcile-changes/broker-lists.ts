import type { ListedOrder } from '#platform/broker/broker-records.js';
import type {
  BrokerChanges,
  DatedJournal,
  Span,
  ToldAccount,
  ToldJournal,
} from '#platform/broker/broker-changes.js';

/** What the broker lists over all accounts: a handful of calls, however many changes there were. */
export type BrokerLists = {
  /** By id, those of all days of the span. */
  readonly journals: Map<string, DatedJournal>;
  readonly isWhole: boolean;
  readonly toldJournals: readonly ToldJournal[];
  readonly orders: Map<string, ListedOrder>;
  readonly accounts: ReadonlyMap<string, ToldAccount>;
  readonly unreadable: number;
  /** Ids of listed journals that cannot be read. */
  readonly unread: readonly string[];
};

export const readLists = async (changes: BrokerChanges, span: Span): Promise<BrokerLists> => {
  const [days, journals, orders, opened, accounts] = await Promise.all([
    changes.journalsOfDays(span),
    changes.toldJournals(span),
    changes.toldOrders(span),
    changes.openedAccounts(span),
    changes.toldAccounts(span),
  ]);
  const isOfUse = ({ status, tellsOfBlocks }: ToldAccount) => status !== '' || tellsOfBlocks;
  const told = [...opened.things, ...accounts.things.filter(isOfUse)];
  const lists = [days, journals, orders, opened, accounts];
  return {
    journals: byId(days.journals),
    isWhole: days.isWhole,
    toldJournals: journals.things,
    orders: byId(orders.things),
    accounts: byId(told),
    unread: days.unread,
    unreadable: lists.reduce((sum, { unreadable }) => sum + unreadable, 0),
  };
};

const byId = <Thing extends { readonly id: string }>(
  things: readonly Thing[],
): Map<string, Thing> => new Map(things.map((thing) => [thing.id, thing]));
