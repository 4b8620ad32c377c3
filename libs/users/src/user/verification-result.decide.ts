import type { Decision } from '#kernel/event-store/stream.js';
import type { UserEvent } from './user.events.js';
import { type CheckResult, type Outcome, type User, isRegistered } from './user.state.js';

type Decide = Decision<User, UserEvent>;

/** Where a decision about a user was made. */
export type Provenance = {
  /** Id of the verification, or of the onboarding's session: a repeat is known by it. */
  readonly sourceId: string;
  /** The latest decision counts, in whatever order they arrive. */
  readonly decidedAt: Date;
};

export type IdentityProvenance = Provenance & { readonly by: 'onboarding' | 'verification' };

/** Activates whoever waits for it, also when a later rejection is known already. */
export const identityVerified =
  ({ by, ...from }: IdentityProvenance, now: Date): Decide =>
  (user) => {
    if (!isRegistered(user) || isHeard(user.identity, 'verified', from)) return [];
    const { userId, partnerId, identity } = user;
    const status = user.status === 'pending_verification' ? 'active' : user.status;
    const verdict = { ...verdictOf(from, now), identity: standing(identity, 'verified', from) };
    return [{ type: 'UserIdentityVerified', data: { userId, partnerId, by, status, ...verdict } }];
  };

export const identityRejected =
  ({ by, ...from }: IdentityProvenance, now: Date): Decide =>
  (user) => {
    if (!isRegistered(user) || isHeard(user.identity, 'rejected', from)) return [];
    const { userId, partnerId, identity } = user;
    const verdict = { ...verdictOf(from, now), identity: standing(identity, 'rejected', from) };
    return [{ type: 'UserIdentityRejected', data: { userId, partnerId, by, ...verdict } }];
  };

export const addressVerified =
  (from: Provenance, now: Date): Decide =>
  (user) => {
    if (!isRegistered(user) || isHeard(user.address, 'verified', from)) return [];
    const { userId, partnerId, address } = user;
    const verdict = { ...verdictOf(from, now), address: standing(address, 'verified', from) };
    return [{ type: 'UserAddressVerified', data: { userId, partnerId, ...verdict } }];
  };

export const addressRejected =
  (from: Provenance, now: Date): Decide =>
  (user) => {
    if (!isRegistered(user) || isHeard(user.address, 'rejected', from)) return [];
    const { userId, partnerId, address } = user;
    const verdict = { ...verdictOf(from, now), address: standing(address, 'rejected', from) };
    return [{ type: 'UserAddressRejected', data: { userId, partnerId, ...verdict } }];
  };

const isHeard = ({ heard }: CheckResult, outcome: Outcome, { sourceId }: Provenance): boolean =>
  heard.includes(`${outcome}:${sourceId}`);

/** How the user stands after this decision, which may come after a later one. */
const standing = (checkResult: CheckResult, outcome: Outcome, { decidedAt }: Provenance): Outcome =>
  checkResult.status === 'pending' || decidedAt.toISOString() >= checkResult.decidedAt
    ? outcome
    : checkResult.status;

const verdictOf = ({ sourceId, decidedAt }: Provenance, now: Date) => ({
  sourceId,
  decidedAt: decidedAt.toISOString(),
  at: now.toISOString(),
});
