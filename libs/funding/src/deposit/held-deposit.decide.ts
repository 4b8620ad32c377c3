import type { BrokerJournal } from '#broker/broker-records.js';
import { firstMoment, localDay } from '#kernel/calendar/local-time.js';
import { plusTradingDays } from '#kernel/calendar/trading-days.js';
import type { DepositEvent } from './deposit.events.js';
import { type RequestedDeposit, about } from './deposit.state.js';

/** The broker's status of a journal above a limit of the firm, which waits for approval. */
const HELD = 'pending';
/** Reason for the partner. The limits belong to the firm, over all partners. */
const REASON =
  'Waiting for the broker to approve the transfer, by its next business morning as a rule';

/** Returns the events for a journal that the broker has neither executed nor ended. */
export const underWay = (
  deposit: RequestedDeposit,
  { id: journalId, status }: BrokerJournal,
  now: Date,
): readonly DepositEvent[] => {
  const isHeld = status === HELD;
  const known = { ...about(deposit, now), journalId };
  const isNew = deposit.journalId === null || (deposit.expectedBy !== null && !isHeld);
  const accepted: DepositEvent[] = isNew ? [{ type: 'DepositAccepted', data: known }] : [];
  if (!isHeld || deposit.expectedBy !== null) return accepted;
  const data = {
    ...known,
    reason: REASON,
    expectedBy: openingAfter(now).toISOString(),
  };
  return [...accepted, { type: 'DepositHeld', data }];
};

const BROKER_ZONE = 'America/New_York';
const OPENING = { hour: 9, minute: 30 };

/** Returns 09:30 in New York on the trading day after the local day of this moment. */
export const openingAfter = (moment: Date): Date => {
  const day = plusTradingDays(localDay(BROKER_ZONE, moment.getTime()), 1);
  const timeMs = (OPENING.hour * 60 + OPENING.minute) * 60_000;
  return new Date(firstMoment(BROKER_ZONE, day, timeMs));
};
