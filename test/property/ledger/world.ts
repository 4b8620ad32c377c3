import type { ListedJournal } from '#broker/broker-records.js';
import { type Deposit, type RequestedDeposit, deposits } from '#funding/deposit/deposit.state.js';
import { cents } from '#kernel/money.js';
import type { Decision } from '#kernel/event-store/stream.js';
import { recordJournal } from '../../../libs/funding/src/deposit/deposit.decide.js';
import type { DepositEvent } from '../../../libs/funding/src/deposit/deposit.events.js';
import { noon, requested, started } from '../../../libs/funding/src/deposit/deposit.examples.js';
import { JournalDiffers, isReversed } from '../../../libs/funding/src/deposit/journal-sum.js';
import * as decide from '../../../libs/funding/src/deposit/journals.decide.js';
import { isCredited } from '../../../libs/funding/src/deposit/settle-credits.decide.js';

/** `n` chooses a journal; 0 is the original one. The other fields matter to some steps only. */
export type Step = Pick<ListedJournal, 'accountId' | 'direction' | 'status'> & {
  readonly do: 'make' | 'become' | 'read' | 'respond' | 'reject' | 'unseen' | 'assign' | 'adjust';
  readonly n: number;
  readonly amount: number;
  readonly names: 'deposit' | 'journal' | 'nothing';
};

const by = { by: 'staff:s-1', reason: 'The broker confirmed it' };
const WAITING = ['queued', 'pending'];

/** One deposit of 98.50 after its fee, and the broker's journals of the user's account. */
export class World {
  readonly events: DepositEvent[] = [requested, started];
  private readonly journals: ListedJournal[] = [];
  /** The original journal in each of its states. */
  private readonly responses: ListedJournal[] = [];
  private readonly assigned = new Set<string>();
  private readonly adjustments = new Set<number>();

  constructor() {
    this.make('d-1', { direction: 'to_user', amount: 98_50, accountId: 'a-1' });
    this.responses.push(this.journals[0]!);
  }

  get state(): RequestedDeposit {
    return this.events.reduce<Deposit>(deposits.evolve, deposits.initial) as RequestedDeposit;
  }

  take(step: Step): void {
    const { n, amount } = step;
    const journal = this.journals[n % this.journals.length]!;
    switch (step.do) {
      case 'make':
        return this.make({ deposit: 'd-1', journal: journal.id, nothing: null }[step.names], step);
      case 'become':
        return this.become(journal, step.status);
      case 'read':
        return this.read(n, (place) => ((amount >> place) & 1) === 1);
      case 'respond': {
        const response = this.responses[n % this.responses.length]!;
        return this.record(recordJournal({ kind: 'journal', journal: response }, noon));
      }
      case 'reject':
        return this.record(recordJournal({ kind: 'refused', attempt: 1, reason: 'no' }, noon));
      case 'unseen': {
        const [original] = this.journals as [ListedJournal];
        return isReversed(original)
          ? this.record(decide.recordReversedUnseen(original, noon))
          : undefined;
      }
      case 'assign':
        if (journal.accountId !== 'a-1' || journal.status !== 'executed') return;
        this.assigned.add(journal.id);
        return this.record(decide.assignJournal(journal, by, noon));
      case 'adjust':
        if (!isCredited(this.state)) return;
        this.adjustments.add(step.direction === 'to_user' ? amount : -amount);
        return this.record(decide.adjustCredit(cents([...this.adjustments].at(-1)!), by, noon));
    }
  }

  /** Reads the chosen journals of the list in an order that `n` decides. */
  read(n: number, isListed: (place: number) => boolean = () => true): void {
    const from = n % this.journals.length;
    const all = [...this.journals.slice(from), ...this.journals.slice(0, from)];
    const listed = all.filter((journal) => isListed(this.journals.indexOf(journal)));
    try {
      this.record(decide.recordJournals(n % 2 === 0 ? listed : listed.toReversed(), noon));
    } catch (error) {
      // Another journal names the deposit, and the list lacks the original one.
      if (!(error instanceof JournalDiffers) || listed.length === all.length) throw error;
    }
  }

  /** Sum of the named journals as they are at the broker, and of the adjustments, in cents. */
  expectedCents(): number {
    const named = new Set(['d-1', ...this.assigned]);
    const candidates = this.journals.filter(({ accountId }) => accountId === 'a-1');
    for (const _ of candidates)
      for (const { id, journalKey } of candidates)
        if (journalKey !== null && named.has(journalKey)) named.add(id);
    const amounts = candidates
      .filter(({ id, status }) => named.has(id) && status === 'executed')
      .map(({ amount, direction }) => Number(amount) * (direction === 'to_user' ? 1 : -1));
    return [...amounts, ...this.adjustments].reduce((sum, each) => sum + each, 0);
  }

  private record(decision: Decision<Deposit, DepositEvent>): void {
    this.events.push(...decision(this.state));
  }

  /** Money that moved can move back and forth. A journal that moved money never waits again. */
  private become(journal: ListedJournal, status: string): void {
    if (WAITING.includes(status) && !WAITING.includes(journal.status)) return;
    const n = this.journals.indexOf(journal);
    this.journals[n] = { ...journal, status };
    if (n === 0) this.responses.push(this.journals[0]!);
  }

  private make(
    journalKey: string | null,
    { direction, amount, accountId }: Pick<Step, 'direction' | 'amount' | 'accountId'>,
  ): void {
    const about = { direction, accountId, amountText: '?', status: 'queued' };
    this.journals.push({
      ...{ id: `j-${this.journals.length}`, journalKey, amount: cents(amount) },
      ...about,
    });
  }
}
