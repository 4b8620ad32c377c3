import type { BrokerJournal } from '#platform/broker/broker-records.js';
import { plusBusinessDays } from '#platform/calendar/business-days.js';
import { firstMoment, localDay } from '#platform/calendar/local-time.js';
import type { DepositEvent } from './deposit.events.js';
import { type RequestedDeposit, about } from './deposit.state.js';

/** The broker's word for a journal that waits for its people: above a limit of the firm's. */
const HELD = 'pending';
/** What the partner reads. The limits are the firm's and hold for all partners together. */
const REASON =
  'Waiting for the broker to approve the transfer, by its next business morning as a rule';

/** What follows from a journal that the broker has, and neither executed nor ended. */
export const underWay = (
  deposit: RequestedDeposit,
  { id: journalId, status }: BrokerJournal,
  now: Date,
): readonly DepositEvent[] => {
  const isHeld = status === HELD;
  const known = { ...about(deposit, now), journalId };
  const isNews = deposit.journalId === null || (deposit.expectedBy !== null && !isHeld);
  const accepted: DepositEvent[] = isNews ? [{ type: 'DepositAccepted', data: known }] : [];
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

/** 09:30 in New York on the business day after the day of this moment there. */
export const openingAfter = (moment: Date): Date => {
  const day = plusBusinessDays(localDay(BROKER_ZONE, moment.getTime()), 1);
  const timeMs = (OPENING.hour * 60 + OPENING.minute) * 60_000;
  return new Date(firstMoment(BROKER_ZONE, day, timeMs));
};
