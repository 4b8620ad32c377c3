import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';
import { personal } from '#kernel/event-store/personal.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

const about = { userId: z.string(), partnerId: z.string(), at: z.string() };

const decision = {
  /** Id of the source: a verification, or the session of an onboarding. */
  sourceId: z.string().optional(),
  /** Time of the decision at the source. */
  decidedAt: z.string().optional(),
};

/** Result after this event if a later decision was already known; missing if the event type has it. */
const outcome = z.enum(['verified', 'rejected']).optional();

const reason = personal(z.string());
/** `event-store`: EventStoreDB keeps the key of an erased user in its files until a scavenge. */
export const PROVIDERS = ['broker', 'identity_provider', 'event-store'] as const;
const provider = z.enum(PROVIDERS);
/** Statuses in which the user may be onboarded. */
const open = z.enum(['pending_verification', 'active']);

const schemas = {
  /** The user is registered and not verified yet. */
  UserRegistered: z.object({
    ...about,
    externalId: personal(z.string().nullable()),
    email: personal(z.string()),
    firstName: personal(z.string()),
    lastName: personal(z.string()),
    /** ISO 3166 alpha-3 */
    country: personal(z.string()),
    phone: personal(z.string().nullable()),
    /** YYYY-MM-DD */
    dateOfBirth: personal(z.string().nullable()),
  }),
  /** The partner changed name or phone. Contains only the changed fields. */
  UserDetailsChanged: z.object({
    ...about,
    firstName: personal(z.string()).optional(),
    lastName: personal(z.string()).optional(),
    phone: personal(z.string()).optional(),
  }),
  /** Closes a stream whose creator claimed an e-mail and stopped. */
  UserAbandoned: z.object(about),
  /** A verification or onboarding proved the identity; onboarding also proves the e-mail. */
  UserIdentityVerified: z.object({
    ...about,
    ...decision,
    by: z.enum(['onboarding', 'verification']),
    /** The user's status after the event. A suspended or closed user keeps its status. */
    status: z.enum(['active', 'suspended', 'closed']),
    identity: outcome,
  }),
  /** A verification or onboarding did not accept the identity. */
  UserIdentityRejected: z.object({
    ...about,
    ...decision,
    by: z.enum(['onboarding', 'verification']),
    identity: outcome,
  }),
  /** A verification proved the address; alone it does not activate the user. */
  UserAddressVerified: z.object({ ...about, ...decision, address: outcome }),
  /** A verification did not accept the address. */
  UserAddressRejected: z.object({ ...about, ...decision, address: outcome }),
  /** An operator stopped onboarding, funding and trading temporarily. */
  UserSuspended: z.object({ ...about, reason, from: open }),
  /** An operator ended the suspension. */
  UserReinstated: z.object({
    ...about,
    reason,
    to: open,
    /** A watch-list hit is still open. */
    hasWatchListHit: z.literal(true).optional(),
  }),
  /** An operator closed the user permanently. */
  UserClosed: z.object({
    ...about,
    reason,
    from: z.enum(['pending_verification', 'active', 'suspended']),
  }),
  /**
   * The identity provider reports a match on a sanctions or watch list, or that it no longer passes
   * the user. For operators only.
   */
  UserWatchListHitReported: z.object({
    ...about,
    /** The provider's notification. */
    messageId: z.string(),
    kind: z.string(),
    /** The user's status at that time. */
    status: z.enum(['pending_verification', 'active', 'suspended', 'closed']),
  }),
  /** An operator found that the watch-list hit does not require action. */
  UserWatchListHitDismissed: z.object({ ...about, reason }),
  /** A legal hold prevents the erasure of the user until it is released. */
  UserHoldPlaced: z.object({ ...about, reason }),
  /** The legal hold has ended. */
  UserHoldReleased: z.object({ ...about, reason }),
  /**
   * The service is about to destroy the key of the user's personal data. The user is closed
   * permanently.
   */
  PersonErased: z.object({
    ...about,
    /** Legal ground, without personal data. */
    reason: z.string(),
    /** Providers with data of the user, which must be asked to erase it. */
    toAsk: z.array(provider),
  }),
  /** A provider has erased its data of the user. */
  PersonErasedAtProvider: z.object({
    ...about,
    provider,
    /** The provider's reference of the decision. */
    reference: z.string(),
  }),
};

export type UserEvent = EventOf<typeof schemas>;
export const parseUserEvent = parserOf('user', schemas, 'userId');
