import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Broker } from '#platform/broker/broker.js';
import { centsToDecimal } from '#platform/core/money.js';
import { conflict, notFound, unavailable } from '#platform/core/refused.js';
import { RETRY_AFTER_PROVIDER_S } from '#platform/core/timing.js';
import { claim } from '#platform/event-store/claims.js';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { Rows } from '#platform/read-store/rows.js';
import { BROKER } from '#platform/platform.module.js';
import { journalsOf, readJournals } from '../adjust-deposit/read-journals.js';
import { namedDeposit } from '../adjust-deposit/named-deposit.js';
import {
  EXECUTED,
  JournalDiffers,
  type Match,
  UNDONE,
} from '../deposit/deposit-journals.decide.js';
import { netCents } from '../deposit/credited.js';
import {
  type Deposit,
  type RequestedDeposit,
  deposits,
  isRequested,
} from '../deposit/deposit.state.js';
import { recordJournals } from '../deposit/journals.decide.js';
import { heldByOther } from './shared-journals.js';
import { MatchJournal } from './match-journal.command.js';
import { journalClaim } from './matched-deposit.js';

/**
 * The same match again is a repeat, whatever became of the journal since; a claim keeps one journal from
 * counting for two deposits.
 */
@CommandHandler(MatchJournal)
export class MatchJournalHandler implements ICommandHandler<MatchJournal> {
  readonly broker: Pick<Broker, 'findJournalById' | 'listJournals' | 'changes'>;

  constructor(
    readonly store: EventStore,
    @Inject(BROKER) broker: Broker,
    readonly rows: Rows,
  ) {
    this.broker = {
      findJournalById: (...about) => answered(broker.findJournalById(...about)),
      listJournals: (...about) => answered(broker.listJournals(...about)),
      changes: () => broker.changes(),
    };
  }

  async execute({ depositId, journalId, reason, by }: MatchJournal) {
    const deposit = await this.store.load(deposits, depositId);
    if (!isRequested(deposit))
      throw notFound('transaction_not_found', 'There is no funding transaction with this id');
    const cause = operatorCause(deposit.partnerId, by);
    const match = { journalId, by: by.actor, reason };
    if (!Object.hasOwn(deposit.credits, journalId)) {
      await this.requireMatchable(deposit, journalId, cause.correlationId);
      await this.requireBookable(deposit, match, cause);
    }
    const owner = await claim(this.store, journalClaim(journalId), depositId, new Date(), cause);
    if (owner !== depositId) throw unmatchable(`it is matched with deposit ${owner}`);
    const { state } = await matchable(() => readJournals(this, deposit, cause, match));
    if (!isRequested(state) || !Object.hasOwn(state.credits, journalId)) throw notListed();
    const credited = centsToDecimal(netCents(state.booked));
    return { depositId, journalId, status: state.status, credited };
  }

  /** Before the claim, which would keep the journal from any other deposit. */
  private async requireBookable(
    deposit: RequestedDeposit,
    match: Match,
    cause: Cause,
  ): Promise<void> {
    const listed = await journalsOf(this, deposit.accountId, deposit, cause, match);
    const events = await matchable(() => recordJournals(listed, new Date(), match)(deposit));
    const after = events.reduce<Deposit>(deposits.evolve, deposit);
    if (!isRequested(after) || !Object.hasOwn(after.credits, match.journalId)) throw notListed();
    const counted = Object.entries(after.credits).flatMap(([id, cents]) =>
      cents === 0n ? [] : [id],
    );
    const holder = await heldByOther(this, deposit, counted);
    if (holder !== null)
      throw unmatchable(`it counts what the log has as that of deposit ${holder}, too`);
  }

  private async requireMatchable(
    deposit: RequestedDeposit,
    journalId: string,
    correlationId: string,
  ): Promise<void> {
    const { depositId, accountId } = deposit;
    const journal = await this.broker.findJournalById(journalId, correlationId);
    if (journal === null)
      throw notFound(
        'journal_not_found',
        `The broker has no journal ${journalId} of the pre-funded account`,
      );
    const { status, accountId: other, journalKey } = journal;
    if (other !== accountId)
      throw unmatchable(`it is of account ${other}, the deposit is of account ${accountId}`);
    // Its own takes the place of the one that the broker told by mistake, undone or not.
    const isUndoneOwn = journalKey === depositId && UNDONE.includes(status);
    if (!EXECUTED.includes(status) && !isUndoneOwn)
      throw unmatchable(`it is ${status}, so no money moved`);
    const named = journalKey === null ? null : await namedDeposit(this, journalKey, correlationId);
    if (named !== null && named.depositId !== depositId && named.accountId === accountId)
      throw unmatchable(`it names deposit ${named.depositId}`);
    // Where the broker leaves its name out, the log may know whose journal it is.
    const holder = await heldByOther(this, deposit, [journalId]);
    if (holder !== null) throw unmatchable(`the log has it as that of deposit ${holder}`);
  }
}

/** @throws {Refused} 503 when it does not answer. */
const answered = async <Answer>(question: Promise<Answer>): Promise<Answer> => {
  try {
    return await question;
  } catch (error) {
    throw unavailable(
      'provider_unavailable',
      `The broker does not answer: ${String(error)}`,
      RETRY_AFTER_PROVIDER_S,
    );
  }
};

/** @throws {Refused} 409 when the broker's figures cannot be the deposit's. */
const matchable = async <Result>(book: () => Result | Promise<Result>): Promise<Result> => {
  try {
    return await book();
  } catch (error) {
    throw error instanceof JournalDiffers ? unmatchable(error.message) : error;
  }
};

const notListed = () =>
  unmatchable(
    'the deposit has no executed journal of its own that it could be booked beside, or the broker does not list it yet',
  );

const unmatchable = (why: string) =>
  conflict('journal_unmatchable', `The journal cannot be matched with this deposit: ${why}`);
