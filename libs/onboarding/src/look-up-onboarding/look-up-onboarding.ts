import type { Resolver } from '#operations/attention/resolver.js';
import { checkOnboarding, openAccount, refreshAccount } from '../jobs.js';
import { reviewClosing } from '../review-account/account-closure.js';
import { onboardings } from '../onboarding/onboarding.state.js';
import { accountApplication } from '../open-account/account-application.js';
import { taxIdOf } from '../trader-profile/encrypted-profile.js';
import { personIn, traderProfiles } from '../trader-profile/trader-profile.state.js';

/** A session cannot be closed: the identity provider decides. */
export const onboardingResolver: Resolver = {
  category: onboardings.category,
  lookUp: async ({ store, identity }, userId, correlationId) => {
    const { status, providerRef } = await store.load(onboardings, userId);
    if (status === 'none') return 'This user has had no onboarding session.';
    if (providerRef === null) return 'The provider has not reported this user yet.';
    const result = await identity.fetchResult(
      providerRef,
      { userId, verificationId: null },
      correlationId,
    );
    const review = result.reviewRequired ? ', and a reviewer must decide' : '';
    return `The provider says "${result.providerStatus}": ${result.status}${review}.`;
  },
  closings: [
    {
      job: checkOnboarding.name,
      inWords:
        'It ends with the provider’s result, or when the session runs out. Close the user to end it for good.',
      close: null,
    },
  ],
};

/**
 * Only the review can be closed. Closing another job could leave an account at the broker that the
 * service does not know.
 */
export const accountResolver: Resolver = {
  category: traderProfiles.category,
  lookUp: async ({ store, broker, secrets }, userId, correlationId) => {
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
    if (found === null) return 'The broker does not have an account for this application.';
    const reported = [found.status, ...(found.blocks ?? [])].join(', ');
    const reason = found.reason === null ? '' : ` Reason: ${found.reason}.`;
    return `The broker has account ${found.id}, which is ${reported}.${reason}`;
  },
  closings: [
    {
      job: openAccount.name,
      inWords:
        'The broker may have opened the account, and only its answer ends this. Until then nothing is funded or traded; suspend or close the user to make sure of that.',
      close: null,
    },
    {
      job: refreshAccount.name,
      inWords: 'The broker decides about its account, and only its word ends this.',
      close: null,
    },
    reviewClosing,
  ],
};
