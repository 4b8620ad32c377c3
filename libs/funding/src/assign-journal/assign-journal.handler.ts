import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import type { Broker } from '#broker/broker.js';
import type { ListedJournal } from '#broker/broker-records.js';
import { claim } from '#kernel/event-store/claims.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { centsToDecimal } from '#kernel/money.js';
import { conflict, notFound, unavailable } from '#kernel/refused.js';
import { RETRY_AFTER_PROVIDER_S } from '#kernel/timing.js';
import { BROKER } from '#kernel/tokens.js';
import { Rows } from '#read-models/rows.js';
import { findDeposit, journalClaim } from '../adjust-deposit/find-deposit.js';
import { depositJournalTable } from '../deposit-journals/deposit-journals.projection.js';
import { type RequestedDeposit, deposits, isRequested } from '../deposit/deposit.state.js';
import { isExecuted } from '../deposit/journal-sum.js';
import { assignJournal } from '../deposit/journals.decide.js';
import { bookedCents } from '../deposit/settle-credits.decide.js';

/**
 * The deposit after an operator's decision. `credited`: moved amount in the ledger, decimal
 * dollars.
 */
export type DecidedDeposit = {
  readonly depositId: string;
  readonly status: string;
  readonly credited: string;
};

/** An operator assigns a journal without the id of a deposit to this deposit. */
export class AssignJournal extends Command<DecidedDeposit> {
  constructor(
    readonly depositId: string,
    readonly journalId: string,
    readonly reason: string,
    readonly by: Operator,
  ) {
    super();
  }
}

/** A repeat is ignored. A claim prevents that one journal belongs to two deposits. */
@CommandHandler(AssignJournal)
export class AssignJournalHandler implements ICommandHandler<AssignJournal> {
  constructor(
    readonly store: EventStore,
    @Inject(BROKER) readonly broker: Broker,
    private readonly rows: Rows,
  ) {}

  /** @throws {Refused} 404, 409 `journal_unassignable`, or 503 while the broker is unavailable */
  async execute({ depositId, journalId, reason, by }: AssignJournal) {
    const deposit = await this.store.load(deposits, depositId);
    if (!isRequested(deposit)) throw notFound('transaction_not_found', UNKNOWN_TRANSACTION);
    const cause = operatorCause(deposit.partnerId, by);
    const journal = await responseOf(this.broker.findJournalById(journalId, cause.correlationId));
    if (journal === null)
      throw notFound(
        'journal_not_found',
        `The broker does not list a journal ${journalId} of the pre-funded account`,
      );
    if (!Object.hasOwn(deposit.credits, journalId)) await this.requireFree(deposit, journal, cause);
    const owner = await claim(this.store, journalClaim(journalId), depositId, new Date(), cause);
    if (owner !== depositId) throw unassignable(`it is assigned to deposit ${owner}`);
    const decision = assignJournal(journal, { by: by.actor, reason }, new Date());
    const { state } = await this.store.transact(deposits, depositId, decision, cause);
    return decidedDeposit(state as RequestedDeposit);
  }

  private async requireFree(
    deposit: RequestedDeposit,
    journal: ListedJournal,
    { correlationId }: Cause,
  ): Promise<void> {
    const { depositId, accountId } = deposit;
    const { id, status, journalKey } = journal;
    if (journal.accountId !== accountId)
      throw unassignable(`it is of account ${journal.accountId}, the deposit of ${accountId}`);
    if (!isExecuted(journal)) throw unassignable(`it is ${status}, so no money moved`);
    if (journal.amount === null) throw unassignable('its amount has fractions of a cent');
    const named =
      journalKey === null ? null : await responseOf(findDeposit(this, journalKey, correlationId));
    if (named !== null && named.depositId !== depositId)
      throw unassignable(`its description names deposit ${named.depositId}`);
    const search = { where: { journalId: id } };
    const holders = await this.rows.find(deposit.partnerId, depositJournalTable, search);
    const other = holders.find((each) => each.depositId !== depositId);
    if (other !== undefined) throw unassignable(`it belongs to deposit ${other.depositId}`);
  }
}

export const decidedDeposit = ({
  depositId,
  status,
  ...deposit
}: RequestedDeposit): DecidedDeposit => ({
  depositId,
  status,
  credited: centsToDecimal(bookedCents(deposit)),
});

export const UNKNOWN_TRANSACTION = 'No funding transaction has this id';

/** @throws {Refused} 503 if the broker is unavailable */
const responseOf = async <Response>(request: Promise<Response>): Promise<Response> => {
  try {
    return await request;
  } catch (error) {
    throw unavailable(
      'provider_unavailable',
      `The broker is unavailable: ${String(error)}. Try again later`,
      RETRY_AFTER_PROVIDER_S,
    );
  }
};

const unassignable = (why: string) =>
  conflict('journal_unassignable', `The journal cannot be assigned to this deposit: ${why}`);
