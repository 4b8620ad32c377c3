import type { Broker } from '#platform/broker/broker.js';
import { WrongExpectedRevision } from '#platform/event-store/event-log.js';
import type { Cause, Committed, EventStore } from '#platform/event-store/event-store.js';
import type { Match } from '../deposit/adjustment.decide.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import { type Deposit, type RequestedDeposit, deposits } from '../deposit/deposit.state.js';
import { recordJournals } from '../deposit/journals.decide.js';

const TRIES_MAX = 4;

type Parts = { readonly store: EventStore; readonly broker: Pick<Broker, 'listJournals'> };

/**
 * Records what all journals of a deposit come to. An answer that was overtaken meets another
 * revision, and the broker is asked again.
 * @throws {JournalDiffers} the broker's figures cannot be this deposit's.
 * @throws {WrongExpectedRevision} others kept winning.
 */
export const readJournals = async (
  { store, broker }: Parts,
  { depositId, accountId }: Pick<RequestedDeposit, 'depositId' | 'accountId'>,
  cause: Cause,
  match: Match | null = null,
): Promise<Committed<Deposit, DepositEvent>> => {
  for (let tries = 1; ; tries++) {
    const loaded = await store.loadWithRevision(deposits, depositId);
    const listed = await broker.listJournals(accountId);
    const events = recordJournals(listed, new Date(), match)(loaded.state);
    try {
      return await store.appendTo(deposits, depositId, loaded, events, cause);
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision) || tries === TRIES_MAX) throw error;
    }
  }
};
