import type { Resolver } from '#operations/attention/resolver.js';
import { checkVerification, submitVerification } from '../jobs.js';
import { isStarted, verifications } from '../verification/verification.state.js';

export const verificationResolver: Resolver = {
  category: verifications.category,
  lookUp: async ({ store, identity }, id, correlationId) => {
    const verification = await store.load(verifications, id);
    if (!isStarted(verification)) return 'There is no such verification.';
    if (verification.providerRef === null) return 'The provider has no documents of it yet.';
    const result = await identity.fetchResult(
      verification.providerRef,
      verification,
      correlationId,
    );
    if (!result.checked) return 'The provider has its documents and has begun no check.';
    const review = result.reviewRequired ? ', for a reviewer to decide' : '';
    return `The provider says "${result.providerStatus}": ${result.status}${review}.`;
  },
  closings: [submitVerification, checkVerification].map(({ name }) => ({
    job: name,
    inWords:
      'Decide the verification instead, approved or rejected with a reason: that ends it, whatever the provider says later.',
    close: null,
  })),
};
