import { z } from 'zod';
import { type EventOf, centsField, parserOf } from '#kernel/event-store/event-schemas.js';
import { personal } from '#kernel/event-store/personal.js';
import { DIRECTIONS } from './amounts.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

const about = {
  /** A withdrawal has the same events. Absent in deposits of earlier versions. */
  direction: z.enum(DIRECTIONS).default('DEPOSIT'),
  depositId: z.string(),
  partnerId: z.string(),
  userId: z.string(),
  at: z.string(),
};
/** Repeated because the settlement ledger reads these events alone. */
const amounts = { amountCents: centsField, feeCents: centsField };

/**
 * The changed journals, with the cents that each adds to the transaction now. Negative for a
 * journal that returns money.
 */
const credits = z.array(z.object({ journalId: z.string(), amountCents: centsField }));

/** Operator who decided, and the reason. */
const decided = z.object({ by: z.string(), reason: z.string() });

/** A change of the credit. */
const change = {
  /** The journal that caused it. */
  journalId: z.string(),
  reason: z.string(),
  /** Earlier versions only: the journal that the deposit's original journal replaced. */
  insteadOf: z.string().optional(),
  /** Earlier versions only: an operator assigned the journal. */
  matched: decided.optional(),
  /** Earlier versions only: journals that another deposit had. */
  given: z.array(z.string()).optional(),
};

const schemas = {
  /** The partner requested the deposit. The API responds after this event is written. */
  DepositRequested: z.object({
    ...about,
    ...amounts,
    externalId: z.string(),
    /** The broker's id of the user's account. */
    accountId: z.string(),
  }),
  /** Intent record: the service is about to request the journal. */
  DepositStarted: z.object({ ...about, attempt: z.int() }),
  /** The broker rejected the send for its rate limit and did nothing. The worker sends it again. */
  DepositThrottled: z.object({ ...about, attempt: z.int() }),
  /** The pre-funded account is short. The deposit waits in the funding queue. */
  DepositDelayed: z.object({ ...about, reason: z.string() }),
  /**
   * An operator requests the end. The worker stops sending. The end of the deposit is a separate
   * event.
   */
  DepositCloseRequested: z.object({
    ...about,
    reason: z.string(),
    /** Operator who requested it. The same request by the same operator is a repeat. */
    by: z.string().optional(),
  }),
  /** The broker has the journal and has not executed it yet. */
  DepositAccepted: z.object({ ...about, journalId: z.string() }),
  /** The broker holds an accepted journal until its staff approve it. */
  DepositHeld: z.object({
    ...about,
    journalId: z.string(),
    reason: z.string(),
    /** Expected time of the broker's decision, ISO 8601 UTC. */
    expectedBy: z.string(),
  }),
  /**
   * Deposit: the user has the net, and the partner owes the amount. Withdrawal: the firm has the
   * amount, and owes the partner the net.
   */
  DepositCompleted: z.object({
    ...about,
    ...amounts,
    journalId: z.string(),
    /** Time of the request, to measure the duration. */
    requestedAt: z.string().optional(),
  }),
  /** The broker rejected the transaction, and the money did not move. */
  DepositFailed: z.object({
    ...about,
    ...amounts,
    reason: z.string(),
    /** The broker's text, for operators, because it may name people. Absent if `reason` has it. */
    brokerReason: personal(z.string()).optional(),
    /** Time of the request. Its day's limit no longer counts the deposit. */
    requestedAt: z.string().optional(),
  }),
  /** The partner canceled the withdrawal before the service sent it. */
  DepositCanceled: z.object({ ...about, ...amounts, requestedAt: z.string() }),
  /** The broker executed a transaction that was recorded as failed. */
  DepositCompletedLate: z.object({
    ...about,
    ...amounts,
    externalId: z.string(),
    journalId: z.string(),
    requestedAt: z.string(),
  }),
  /** An operator reviewed a late completion. */
  DepositReviewed: z.object({ ...about, by: z.string(), reason: z.string() }),
  /**
   * The journals of the deposit changed, and the ledger did not: their sum exceeds the requested
   * amount or is negative, or an operator decided. The ledger follows in a separate event.
   */
  DepositJournalsRecorded: z.object({
    ...about,
    journalId: z.string(),
    credits,
    /** Missing if the broker changed a journal. */
    matched: decided.optional(),
  }),
  /**
   * The bounded sum of the journals changed. The amounts are added to the ledger; they can be
   * negative.
   */
  DepositAdjusted: z.object({ ...about, ...amounts, ...change, number: z.int(), credits }),
  /** The bounded sum of the journals is 0 again. The amounts are subtracted from the ledger. */
  DepositReversed: z.object({
    ...about,
    ...amounts,
    ...change,
    number: z.int().optional(),
    credits: credits.optional(),
  }),
};

export type DepositEvent = EventOf<typeof schemas>;
export const parseDepositEvent = parserOf('deposit', schemas, 'userId');
