import { z } from 'zod';
import { type EventOf, centsField, parserOf } from '#platform/event-store/event-schemas.js';
import { personal } from '#platform/event-store/personal.js';

// These shapes are on disk for ever. Add a field as optional, or a new event; never change one.

const about = {
  depositId: z.string(),
  partnerId: z.string(),
  userId: z.string(),
  at: z.string(),
};
/** Repeated where books are kept from the event alone. */
const amounts = { amountCents: centsField, feeCents: centsField };

/** What each journal credits now, negative where it goes back to the firm; those that changed. */
const credits = z.array(z.object({ journalId: z.string(), amountCents: centsField }));

/** A change of what was credited. */
const change = {
  /** The journal that made it. */
  journalId: z.string(),
  reason: z.string(),
  /** Where the broker told another's journal before, in whose place the deposit's own one is now. */
  insteadOf: z.string().optional(),
  /** Where a person said that the journal belongs to the deposit. */
  matched: z.object({ by: z.string(), reason: z.string() }).optional(),
  /** Journals that were matched with another deposit, until the broker described them as this one's. */
  given: z.array(z.string()).optional(),
};

const schemas = {
  /** The partner asked, and was answered once this was written. */
  DepositRequested: z.object({
    ...about,
    ...amounts,
    externalId: z.string(),
    /** The broker's id of the user's account. */
    accountId: z.string(),
  }),
  /** The fence: the journal is about to be asked for. */
  DepositStarted: z.object({ ...about, attempt: z.int() }),
  /** The broker took no more requests for now, and did nothing with this send: it is made anew. */
  DepositThrottled: z.object({ ...about, attempt: z.int() }),
  /** The pre-funded account is short; asked again later. */
  DepositDelayed: z.object({ ...about, reason: z.string() }),
  /** An operator wants it ended: nothing is sent any more; its end stands in an event of its own. */
  DepositCloseRequested: z.object({
    ...about,
    reason: z.string(),
    /** Who asked for it; the same again is a repeat. */
    by: z.string().optional(),
  }),
  /** The broker has the journal and has not executed it yet. */
  DepositAccepted: z.object({ ...about, journalId: z.string() }),
  /** The broker keeps an accepted journal back until its people approve it. */
  DepositHeld: z.object({
    ...about,
    journalId: z.string(),
    reason: z.string(),
    /** When the broker should have decided; ISO 8601 UTC. */
    expectedBy: z.string(),
  }),
  /** The user has the net, and the partner owes the amount. */
  DepositCompleted: z.object({
    ...about,
    ...amounts,
    journalId: z.string(),
    /** Tells how long it took. */
    requestedAt: z.string().optional(),
  }),
  /** The broker will not credit it; no money moved. */
  DepositFailed: z.object({
    ...about,
    ...amounts,
    reason: z.string(),
    /** The broker's own words, for operators, which may name people; missing where they are the reason. */
    brokerReason: personal(z.string()).optional(),
    /** Names the day on whose limit it no longer counts. */
    requestedAt: z.string().optional(),
  }),
  /** The broker had executed it after all: it was recorded as failed, and its user has the net. */
  DepositCompletedLate: z.object({
    ...about,
    ...amounts,
    externalId: z.string(),
    journalId: z.string(),
    requestedAt: z.string(),
  }),
  /** A person has seen what was completed late, and done what was to be done. */
  DepositReviewed: z.object({ ...about, by: z.string(), reason: z.string() }),
  /** Its journals credit more or less than is booked: the amounts are what is added, or negative. */
  DepositAdjusted: z.object({ ...about, ...amounts, ...change, number: z.int(), credits }),
  /** Its journals credit nothing any more, or less; the amounts are what leaves the books by that. */
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
