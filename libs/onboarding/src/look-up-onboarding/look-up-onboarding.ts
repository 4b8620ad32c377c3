import type { LookUp } from '#operations/attention/look-up.js';
import { onboardings } from '../onboarding/onboarding.state.js';
import { accountApplication } from '../open-account/account-application.js';
import { taxIdOf } from '../trader-profile/encrypted-profile.js';
import { personIn, traderProfiles } from '../trader-profile/trader-profile.state.js';

/** How the identity provider has a user's onboarding. */
export const lookUpOnboarding: LookUp = {
  category: onboardings.category,
  inWords: async ({ store, identity }, userId, correlationId) => {
    const { status, providerRef } = await store.load(onboardings, userId);
    if (status === 'none') return 'This user has had no onboarding session.';
    if (providerRef === null) return 'The provider has not reported this user yet.';
    const result = await identity.fetchResult(
      providerRef,
      { userId, verificationId: null },
      correlationId,
    );
    const review = result.reviewRequired ? ', for a reviewer to decide' : '';
    return `The provider says "${result.providerStatus}": ${result.status}${review}.`;
  },
};

/** How the broker has a user's account. */
export const lookUpAccount: LookUp = {
  category: traderProfiles.category,
  inWords: async ({ store, broker, secrets }, userId, correlationId) => {
    const profile = await store.load(traderProfiles, userId);
    if (profile === null) return 'This user has no trader profile.';
    const { account } = profile;
    const person = personIn(profile);
    const byPerson = () =>
      person === null
        ? null
        : broker.findAccount(accountApplication(person, taxIdOf(person, secrets)), correlationId);
    const found =
      account.kind === 'opened'
        ? await broker.getAccount(account.id, correlationId)
        : await byPerson();
    if (found === null) return 'The broker has no account of this application.';
    const said = [found.status, ...(found.blocks ?? [])].join(', ');
    const reason = found.reason === null ? '' : ` It says: ${found.reason}.`;
    return `The broker has account ${found.id}, which is ${said}.${reason}`;
  },
};
