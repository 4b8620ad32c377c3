import type { Decision } from '#kernel/event-store/stream.js';
import type { UserEvent } from './user.events.js';
import { type CheckResult, type Outcome, type User, isRegistered } from './user.state.js';

type Decide = Decision<User, UserEvent>;

/** Source of a decision about a user. */
export type Provenance = {
  /** Id of the verification, or of the session of the onboarding, to recognize repeats. */
  readonly sourceId: string;
  /** Time of the decision. The latest decision counts, in any order of arrival. */
  readonly decidedAt: Date;
};

export type IdentityProvenance = Provenance & { readonly by: 'onboarding' | 'verification' };

/** Activates a pending user, even if a later rejection is already known. */
export const identityVerified =
  ({ by, ...from }: IdentityProvenance, now: Date): Decide =>
  (user) => {
    if (!isRegistered(user) || isKnown(user.identity, 'verified', from)) return [];
    const { userId, partnerId, identity } = user;
    const status = user.status === 'pending_verification' ? 'active' : user.status;
    const decided = { ...decisionOf(from, now), identity: resultAfter(identity, 'verified', from) };
    return [{ type: 'UserIdentityVerified', data: { userId, partnerId, by, status, ...decided } }];
  };

export const identityRejected =
  ({ by, ...from }: IdentityProvenance, now: Date): Decide =>
  (user) => {
    if (!isRegistered(user) || isKnown(user.identity, 'rejected', from)) return [];
    const { userId, partnerId, identity } = user;
    const decided = { ...decisionOf(from, now), identity: resultAfter(identity, 'rejected', from) };
    return [{ type: 'UserIdentityRejected', data: { userId, partnerId, by, ...decided } }];
  };

export const addressVerified =
  (from: Provenance, now: Date): Decide =>
  (user) => {
    if (!isRegistered(user) || isKnown(user.address, 'verified', from)) return [];
    const { userId, partnerId, address } = user;
    const decided = { ...decisionOf(from, now), address: resultAfter(address, 'verified', from) };
    return [{ type: 'UserAddressVerified', data: { userId, partnerId, ...decided } }];
  };

export const addressRejected =
  (from: Provenance, now: Date): Decide =>
  (user) => {
    if (!isRegistered(user) || isKnown(user.address, 'rejected', from)) return [];
    const { userId, partnerId, address } = user;
    const decided = { ...decisionOf(from, now), address: resultAfter(address, 'rejected', from) };
    return [{ type: 'UserAddressRejected', data: { userId, partnerId, ...decided } }];
  };

const isKnown = ({ decisions }: CheckResult, outcome: Outcome, { sourceId }: Provenance): boolean =>
  decisions.includes(`${outcome}:${sourceId}`);

/** Returns the result after this decision, which may arrive after a later decision. */
const resultAfter = (
  checkResult: CheckResult,
  outcome: Outcome,
  { decidedAt }: Provenance,
): Outcome =>
  checkResult.status === 'pending' || decidedAt.toISOString() >= checkResult.decidedAt
    ? outcome
    : checkResult.status;

const decisionOf = ({ sourceId, decidedAt }: Provenance, now: Date) => ({
  sourceId,
  decidedAt: decidedAt.toISOString(),
  at: now.toISOString(),
});
