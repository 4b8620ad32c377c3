import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Cents } from '#kernel/money.js';
import { type Caller, causeOf } from '#http/caller.js';
import type { IdempotentResponse } from '#kernel/idempotency/idempotent-response.js';
import type { KeyedRequest } from '#kernel/idempotency/keyed-request.js';
import { type DepositRow, depositRows } from '../user-deposits/user-deposits.projection.js';
import { type Cause, EventStore, type Loaded } from '#kernel/event-store/event-store.js';
import { IdempotencyKeys } from '#kernel/idempotency/idempotency-keys.js';
import { createIdempotently } from '#kernel/idempotency/create-idempotently.js';
import { Rows } from '#read-models/rows.js';
import { requireUser } from '#users/user/require-user.js';
import type { Direction } from '../deposit/amounts.js';
import { isSameRequest, requestDeposit, requireSameRequest } from '../deposit/deposit.decide.js';
import { type Deposit, depositIdOf, deposits, isRequested } from '../deposit/deposit.state.js';
import { WithdrawalReserver } from '../request-withdrawal/withdrawal-reserver.js';
import { DepositReserver, type Reserved } from './deposit-reserver.js';

/**
 * Requests a deposit or a withdrawal. Status 200: the externalId existed, and the body is that
 * transaction.
 */
export class RequestDeposit extends Command<IdempotentResponse<DepositRow>> {
  constructor(
    readonly caller: Caller,
    readonly keyed: KeyedRequest | null,
    readonly wanted: {
      readonly direction: Direction;
      readonly userId: string;
      readonly amountCents: Cents;
      readonly externalId: string;
      /** One-time code of a withdrawal's user. */
      readonly code?: string | undefined;
    },
  ) {
    super();
  }
}

@CommandHandler(RequestDeposit)
export class RequestDepositHandler implements ICommandHandler<RequestDeposit> {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
    private readonly keys: IdempotencyKeys,
    private readonly depositReserver: DepositReserver,
    private readonly withdrawalReserver: WithdrawalReserver,
  ) {}

  execute(command: RequestDeposit) {
    const { caller, keyed, wanted } = command;
    const id = depositIdOf(caller.partnerId, wanted.externalId);
    const operation = createIdempotently({
      id,
      make: () => this.request(command, id),
      find: () => this.find(command, id),
      show: (revision, first) => this.rows.fold(depositRows, id, revision, first),
    });
    return this.keys.answer(keyed, causeOf(caller), operation);
  }

  private async find({ wanted }: RequestDeposit, id: string): Promise<bigint | null> {
    const { state, revision } = await this.store.loadWithRevision(deposits, id);
    if (revision === 'no_stream' || !isRequested(state)) return null;
    const userId = wanted.userId.toLowerCase();
    return isSameRequest(state, { ...wanted, userId }) ? revision : null;
  }

  /**
   * Reserves a part of the limit, and the cash of a withdrawal, before it creates the transaction.
   */
  private async request({ caller, wanted }: RequestDeposit, depositId: string) {
    const user = await requireUser(this.store, caller.partnerId, wanted.userId);
    const known = await this.store.loadWithRevision(deposits, depositId);
    const request = { ...wanted, userId: user.userId, depositId };
    if (known.state.status !== 'absent') {
      requireSameRequest(known.state, request);
      return false;
    }
    const reserver =
      wanted.direction === 'DEPOSIT' ? this.depositReserver : this.withdrawalReserver;
    const reserved = await reserver.reserve(request, user, caller);
    return this.make(reserved, known, causeOf(caller));
  }

  /**
   * Creates the transaction and returns its first event. Returns null if the job was faster, false
   * if the reservation belongs to another request.
   */
  private async make(
    { reservation: { terms, at }, isNew }: Reserved,
    known: Loaded<Deposit>,
    cause: Cause,
  ) {
    const decision = requestDeposit(terms, at);
    const { state, recorded } = await this.store.transact(
      deposits,
      terms.depositId,
      decision,
      cause,
      known,
    );
    return isNew && isRequested(state) && state.requestedAt === at && recorded;
  }
}
