import { type Broker, type JournalRequest, type OrderTicket, type Sent } from '#broker/broker.js';
import type { BrokerOrder, ListedJournal, TransferableCash } from '#broker/broker-records.js';
import type { BrokerChanges } from '#broker/broker-changes.js';
import { billionths, cents, centsToDecimal } from '#kernel/money.js';
import { CASH_CENTS, REJECTED_CENTS } from './reference.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

/** What becomes of a send: nothing of it arrives, or everything but its answer. */
export type Mishap = 'request' | 'answer' | null;

type Journal = ListedJournal & { readonly journalKey: string };

/**
 * A broker that does whatever it is told, as often as it is told: it knows no idempotency, so that
 * a second send shows.
 */
export class LedgerBroker implements Partial<Broker> {
  journals: Journal[] = [];
  orders: BrokerOrder[] = [];
  private mishaps: Mishap[] = [];

  /** `turn`: waits, so that others may come first. */
  constructor(private readonly turn: () => Promise<void>) {}

  /** For the next sends, in this order. */
  expect(mishaps: readonly Mishap[]): void {
    this.mishaps = [...mishaps];
  }

  requireReady(): Promise<void> {
    return Promise.resolve();
  }

  async createJournal({ journalKey, accountId, direction, amount }: JournalRequest) {
    return this.send(() => {
      const status = amount % 100n === BigInt(REJECTED_CENTS) ? 'rejected' : 'executed';
      const about = { accountId, direction, amountText: centsToDecimal(amount) };
      const id = `j-${this.journals.length}`;
      const journal = { id, journalKey, amount, status, ...about };
      this.journals.push(journal);
      return { kind: 'accepted', value: journal } as const;
    });
  }

  async findJournal({ journalKey }: { journalKey: string }) {
    await this.turn();
    return this.journals.find((journal) => journal.journalKey === journalKey) ?? null;
  }

  /** Every user has the same cash before the first withdrawal. Deposits do not change it. */
  async getTransferableCash(accountId: string): Promise<TransferableCash> {
    await this.turn();
    const withdrawn = this.journals
      .filter((each) => each.accountId === accountId && each.direction === 'to_firm')
      .reduce((sum, { amount, status }) => sum + (status === 'executed' ? amount! : 0n), 0n);
    return { transferable: cents(BigInt(CASH_CENTS) - withdrawn), blocks: [] };
  }

  async getJournal(id: string) {
    await this.turn();
    return this.journals.find((journal) => journal.id === id) ?? null;
  }

  async listJournals(accountId: string) {
    await this.turn();
    return this.journals.filter((journal) => journal.accountId === accountId);
  }

  /** What its events tell: only what was executed is taken back. */
  changes() {
    const reportedJournals = async () => {
      await this.turn();
      const things = this.journals.map(({ id, journalKey, status }) => ({
        ...{ id, journalKey, wasExecuted: status !== 'rejected' },
      }));
      return { things, unreadable: 0 };
    };
    return { reportedJournals } as unknown as BrokerChanges;
  }

  takeBack(journalKey: string): void {
    this.journals = this.journals.map((journal) =>
      journal.journalKey === journalKey && journal.status === 'executed'
        ? { ...journal, status: 'canceled' }
        : journal,
    );
  }

  async createOrder({ orderId, symbol }: OrderTicket): Promise<Sent<BrokerOrder>> {
    return this.send(() => {
      if (symbol === 'REJECT') return { kind: 'refused', reason: 'no such thing' } as const;
      const isFilled = symbol === 'FILL';
      const order: BrokerOrder = {
        id: `o-${this.orders.length}`,
        clientOrderId: orderId,
        status: isFilled ? 'filled' : 'accepted',
        filledQuantity: billionths(isFilled ? 1_000_000_000n : 0n),
        filledAveragePrice: isFilled ? '10.00' : null,
        reason: null,
      };
      this.orders.push(order);
      return { kind: 'accepted', value: order } as const;
    });
  }

  async findOrder({ orderId }: { orderId: string }) {
    await this.turn();
    return this.orders.find(({ clientOrderId }) => clientOrderId === orderId) ?? null;
  }

  async cancelOrder({ brokerOrderId }: { brokerOrderId: string }) {
    await this.turn();
    const isIt = ({ id, status }: BrokerOrder) => id === brokerOrderId && status === 'accepted';
    const isOpen = this.orders.some(isIt);
    this.orders = this.orders.map((order) =>
      isIt(order) ? { ...order, status: 'canceled' } : order,
    );
    return isOpen;
  }

  /** Things that were made more than once. */
  doubles(): readonly string[] {
    const keys = [
      ...this.journals.map(({ journalKey }) => `journal ${journalKey}`),
      ...this.orders.map(({ clientOrderId }) => `order ${clientOrderId}`),
    ];
    return keys.filter((key, i) => keys.indexOf(key) !== i);
  }

  private async send<Outcome>(execute: () => Outcome): Promise<Outcome> {
    await this.turn();
    const mishap = this.mishaps.shift() ?? null;
    if (mishap === 'request') throw new OutcomeUnknown('it never arrived');
    const outcome = execute();
    await this.turn();
    if (mishap === 'answer') throw new OutcomeUnknown('its answer was lost');
    return outcome;
  }
}
