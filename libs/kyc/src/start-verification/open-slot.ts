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

/** The same for a claim that is taken over less often, so that patience costs less. */
const CLAIM_LONG_GRACE_MS = [5, 20, 80, 300, 1_000];

type Starter = Pick<
  VerificationTerms,
  'verificationId' | 'partnerId' | 'userId' | 'verificationType'
>;

const ROUNDS_MAX = 10;

/**
 * A user's one place for an open verification of a type: a claim that names who stands there. The
 * next one takes it over once that one is over, or is closed because its starter never came back.
 * @throws {Refused} `verification_in_progress`
 */
export const claimOpenSlot = async (
  store: EventStore,
  starter: Starter,
  cause: Cause,
): Promise<void> => {
  const { verificationId, userId, verificationType } = starter;
  const place = claimId('openVerification', userId, verificationType);
  let holder = await claim(store, place, verificationId, new Date(), cause);
  for (let round = 1; holder !== verificationId; round++) {
    if (round > ROUNDS_MAX)
      throw unavailable('temporarily_unavailable', 'Others kept starting this verification');
    await leave(store, { ...starter, verificationId: holder }, cause);
    holder = await claimFrom(store, place, holder, verificationId, new Date(), cause);
  }
};

/** Ends the holder permanently: no late upload or starter can reopen it. */
const leave = async (store: EventStore, holder: Starter, cause: Cause): Promise<void> => {
  const { verificationId: id } = holder;
  await comingToExist(store, id);
  const now = new Date();
  const abandoned = abandonVerification(holder, now);
  const expired = expireUnused(now);
  const decision = (state: Verification) => {
    requireOver(state, now);
    return [...abandoned(state), ...expired(state)];
  };
  await store.transact(verifications, id, decision, cause);
};

const comingToExist = async (store: EventStore, id: string): Promise<void> => {
  for (const ms of CLAIM_LONG_GRACE_MS) {
    const { status } = await store.load(verifications, id);
    if (status !== 'absent') return;
    await pause(ms);
  }
};
