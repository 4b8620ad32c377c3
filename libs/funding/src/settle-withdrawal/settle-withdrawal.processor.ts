import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { createDeposit } from '../deposit/deposit.decide.js';
import { deposits } from '../deposit/deposit.state.js';
import { settleWithdrawal } from '../jobs.js';
import {
  endOf,
  endReservation,
} from '../withdrawal-reservations/withdrawal-reservations.decide.js';
import {
  type ReservationEnd,
  parseWithdrawalJobId,
  withdrawalOf,
  withdrawalReservations,
} from '../withdrawal-reservations/withdrawal-reservations.state.js';

/** Creates the withdrawal of a reservation, or ends the reservation with its withdrawal. */
@Injectable()
export class SettleWithdrawalProcessor implements Processor {
  readonly job = settleWithdrawal;

  constructor(private readonly store: EventStore) {}

  async process(data: JobData): Promise<void> {
    const { depositId, userId } = parseWithdrawalJobId(data.id);
    const reservations = await this.store.load(withdrawalReservations, userId);
    const reservation = withdrawalOf(reservations, depositId);
    if (reservation === null) return;
    const { terms, at, requestId } = reservation;
    const cause = workerCause(terms.partnerId, { ...data, correlationId: requestId });
    const decision = createDeposit(terms, at);
    const { state } = await this.store.transact(deposits, depositId, decision, cause);
    let recorded: ReservationEnd | null = null;
    let end = endOf(reservation, state);
    // A failed withdrawal may be completed while its reservation is released.
    while (end !== null && end !== recorded) {
      const ended = endReservation(depositId, end, new Date());
      await this.store.transact(withdrawalReservations, userId, ended, cause);
      recorded = end;
      end = endOf(reservation, await this.store.load(deposits, depositId));
    }
  }
}
