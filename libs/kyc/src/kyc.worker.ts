import { CheckVerificationProcessor } from './check-verification/check-verification.processor.js';
import { ConcludeVerificationProcessor } from './conclude-verification/conclude-verification.processor.js';
import { ExpireVerificationProcessor } from './expire-verification/expire-verification.processor.js';
import { SubmitVerificationProcessor } from './submit-verification/submit-verification.processor.js';

export const kycProcessors = [
  ExpireVerificationProcessor,
  SubmitVerificationProcessor,
  CheckVerificationProcessor,
  ConcludeVerificationProcessor,
];
