import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Broker, ListedJournal } from '#platform/broker/broker.js';
import { centsToDecimal } from '#platform/core/money.js';
import { conflict, notFound } from '#platform/core/refused.js';
import { claim, claimId } from '#platform/event-store/claims.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { BROKER } from '#platform/platform.module.js';
import { readJournals } from '../adjust-deposit/read-journals.js';
import { EXECUTED } from '../deposit/adjustment.decide.js';
import {
  type RequestedDeposit,
  deposits,
  isRequested,
  netCents,
} from '../deposit/deposit.state.js';
import { MatchJournal } from './match-journal.command.js';

/** The same match again is a repeat; a claim keeps one journal from counting for two deposits. */
@CommandHandler(MatchJournal)
export class MatchJournalHandler implements ICommandHandler<MatchJournal> {
  constructor(
    readonly store: EventStore,
    @Inject(BROKER) readonly broker: Broker,
  ) {}

  async execute({ depositId, journalId, reason, by }: MatchJournal) {
    const deposit = await this.store.load(deposits, depositId);
    if (!isRequested(deposit))
      throw notFound('transaction_not_found', 'There is no funding transaction with this id');
    const cause = operatorCause(deposit.partnerId, by);
    const journal = await this.broker.findJournalById(journalId, cause.correlationId);
    await this.requireMatchable(deposit, journalId, journal);
    const id = claimId('journal', journalId);
    const owner = await claim(this.store, id, depositId, new Date(), cause);
    if (owner !== depositId) throw unmatchable(`it is matched with deposit ${owner}`);
    const match = { journalId, by: by.actor, reason };
    const { state } = await readJournals(this, deposit, cause, match);
    if (!isRequested(state) || !(journalId in state.credits))
      throw unmatchable('the broker does not list it among those of the user’s account; try again');
    const credited = centsToDecimal(netCents(state.booked));
    return { depositId, journalId, status: state.status, credited };
  }

  private async requireMatchable(
    { depositId, accountId }: RequestedDeposit,
    journalId: string,
    journal: ListedJournal | null,
  ): Promise<void> {
    if (journal === null)
      throw notFound(
        'journal_not_found',
        `The broker has no journal ${journalId} of the pre-funded account`,
      );
    const { status, accountId: other, journalKey } = journal;
    if (other !== accountId)
      throw unmatchable(`it is of account ${other}, the deposit is of account ${accountId}`);
    if (!EXECUTED.includes(status)) throw unmatchable(`it is ${status}, so no money moved`);
    if (journalKey === null || journalKey === depositId) return;
    if (isRequested(await this.store.load(deposits, journalKey)))
      throw unmatchable(`it names deposit ${journalKey}`);
  }
}

const unmatchable = (why: string) =>
  conflict('journal_unmatchable', `The journal cannot be matched with this deposit: ${why}`);
