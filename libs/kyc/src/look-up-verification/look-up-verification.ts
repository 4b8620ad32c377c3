import type { LookUp } from '#operations/attention/look-up.js';
import { isStarted, verifications } from '../verification/verification.state.js';

export const lookUpVerification: LookUp = {
  category: verifications.category,
  inWords: async ({ store, identity }, id, correlationId) => {
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
};
