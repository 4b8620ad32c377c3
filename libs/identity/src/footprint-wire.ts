import { z } from 'zod';
import { parseInstant } from '#kernel/instant.js';
import type {
  IdentityNotification,
  IdentityResult,
  OnboardingSession,
} from './identity-provider.js';

const text = z.string().min(1).max(2_000);
/** Text that is safe in headers. */
const mark = z.string().regex(/^[!-~]{1,500}$/);
/** Text that is safe in paths and error messages. */
const personId = z.string().regex(/^[\w-]{1,200}$/);

export const session = z
  .object({ token: mark, link: text, expires_at: z.string() })
  .transform(({ token, link, expires_at }, context): OnboardingSession => {
    const expiresAt = parseInstant(expires_at);
    if (expiresAt !== null) return { token, link, expiresAt };
    context.addIssue('expires_at is not a time');
    return z.NEVER;
  });

export const created = z.object({ id: personId });

type ReportedResult = IdentityResult & {
  /** The record's id at the provider, and our id for it. */
  readonly id: string | null;
  readonly externalId: string | null;
};

export const result = z
  .object({
    id: personId.optional(),
    fp_id: personId.optional(),
    external_id: z.string().nullish().catch(null),
    status: text,
    requires_manual_review: z.boolean().nullish(),
  })
  .transform((wire): ReportedResult => {
    const reviewRequired = wire.requires_manual_review ?? false;
    return {
      id: wire.id ?? wire.fp_id ?? null,
      status: reviewRequired ? 'waiting' : (DECIDED.get(wire.status) ?? 'waiting'),
      reviewRequired,
      checked: reviewRequired || !UNCHECKED.has(wire.status),
      providerStatus: wire.status,
      externalId: wire.external_id || null,
    };
  });

/** A response whose content is not needed. */
export const accepted = z.unknown();

export const person = z.record(z.string(), z.unknown());

export const notification = z
  .object({
    event_kind: text,
    fp_id: personId,
    external_id: z.string().nullish().catch(null),
    timestamp: z.string().nullish().catch(null),
    status: z.unknown().optional(),
  })
  .transform(
    (
      wire,
    ): Omit<IdentityNotification, 'messageId' | 'occurredAt'> & {
      readonly timestamp: string | null;
    } => ({
      kind: wire.event_kind,
      hasResult: !ABOUT_NO_RESULT.has(wire.event_kind),
      isWatchListHit: wire.event_kind === WATCH_LIST_CHECK && wire.status === 'fail',
      externalId: wire.external_id || null,
      providerRef: wire.fp_id,
      timestamp: wire.timestamp || null,
    }),
  );

/** Its statuses are `pending`, `pass`, `fail`, `error` (no check was made) and `not_needed`. */
const WATCH_LIST_CHECK = 'footprint.watchlist_check.completed';

/** Kinds that the provider sends during a session, or long after it. */
const ABOUT_NO_RESULT: ReadonlySet<string> = new Set([
  'footprint.user.info_requested',
  'footprint.user.bank_link_updated',
  'footprint.vault.updated',
  WATCH_LIST_CHECK,
]);

export const problem = z.object({ message: z.string() });

/** Other statuses mean that the result is pending. */
const DECIDED = new Map<string, IdentityResult['status']>([
  ['pass', 'passed'],
  ['fail', 'failed'],
]);

const UNCHECKED: ReadonlySet<string> = new Set(['none', 'incomplete']);
