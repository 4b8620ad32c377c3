import { pause } from '#kernel/concurrency/pause.js';
import { unavailable } from '#kernel/refused.js';
import { claim, claimFrom, claimId } from '#kernel/event-store/claims.js';
import type { Cause, EventStore } from '#kernel/event-store/event-store.js';
import {
  abandonVerification,
  expireUnused,
  requireOver,
} from '../verification/verification.decide.js';
import {
  type Verification,
  type VerificationTerms,
  verifications,
} from '../verification/verification.state.js';

/** Pauses before another starter takes over a claim without a verification, in milliseconds. */
const CLAIM_LONG_GRACE_MS = [5, 20, 80, 300, 1_000];

type Starter = Pick<
  VerificationTerms,
  'verificationId' | 'partnerId' | 'userId' | 'verificationType'
>;

const ROUNDS_MAX = 10;

/**
 * Claims the user's slot for an open verification of this type. Takes over the slot of a verification
 * that has ended. If the holder was never started, closes its stream and takes over its slot.
 * @throws {Refused} `verification_in_progress`, or 503 after ten takeovers by others
 */
export const claimOpenSlot = async (
  store: EventStore,
  starter: Starter,
  cause: Cause,
): Promise<void> => {
  const { verificationId, userId, verificationType } = starter;
  const slot = claimId('openVerification', userId, verificationType);
  let holder = await claim(store, slot, verificationId, new Date(), cause);
  for (let round = 1; holder !== verificationId; round++) {
    if (round > ROUNDS_MAX)
      throw unavailable(
        'temporarily_unavailable',
        'Too many requests start this verification at once. Try again.',
      );
    await endHolder(store, { ...starter, verificationId: holder }, cause);
    holder = await claimFrom(store, slot, holder, verificationId, new Date(), cause);
  }
};

/** Ends the holder permanently, so that a late upload or starter cannot reopen it. */
const endHolder = async (store: EventStore, holder: Starter, cause: Cause): Promise<void> => {
  const { verificationId: id } = holder;
  await waitForStart(store, id);
  const now = new Date();
  const abandoned = abandonVerification(holder, now);
  const expired = expireUnused(now);
  const decision = (state: Verification) => {
    requireOver(state, now);
    return [...abandoned(state), ...expired(state)];
  };
  await store.transact(verifications, id, decision, cause);
};

const waitForStart = async (store: EventStore, id: string): Promise<void> => {
  for (const ms of CLAIM_LONG_GRACE_MS) {
    const { status } = await store.load(verifications, id);
    if (status !== 'absent') return;
    await pause(ms);
  }
};
