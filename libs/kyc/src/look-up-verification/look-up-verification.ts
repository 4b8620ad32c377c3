import type { Resolver } from '#operations/attention/resolver.js';
import { checkVerification, submitVerification } from '../jobs.js';
import { isStarted, verifications } from '../verification/verification.state.js';

export const verificationResolver: Resolver = {
  category: verifications.category,
  lookUp: async ({ store, identity }, id, correlationId) => {
    const verification = await store.load(verifications, id);
    if (!isStarted(verification)) return 'There is no such verification.';
    if (verification.providerRef === null) return 'The provider does not have its documents yet.';
    const result = await identity.fetchResult(
      verification.providerRef,
      verification,
      correlationId,
    );
    if (!result.checked) return 'The provider has its documents and has not begun a check.';
    const review = result.reviewRequired ? ', and a reviewer must decide' : '';
    return `The provider says "${result.providerStatus}": ${result.status}${review}.`;
  },
  closings: [submitVerification, checkVerification].map(({ name }) => ({
    job: name,
    inWords:
      'Decide the verification instead: approve or reject it with a reason. Your decision is final, even if the provider reports another result later.',
    close: null,
  })),
};
