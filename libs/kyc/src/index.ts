export { DecideVerification } from './decide-verification/decide-verification.command.js';
export { kycProjector } from './kyc.projector.js';
export { kycProcessors } from './kyc.worker.js';
export { verificationClosings } from './look-up-verification/closing.js';
export { lookUpVerification } from './look-up-verification/look-up-verification.js';
export { reportVerification } from './report-verification/report-verification.js';
export { asOf } from './show-verification/verification.view.js';
export { eraseVerification } from './verification/erase-verification.decide.js';
export { isStarted, verifications } from './verification/verification.state.js';
export {
  type VerificationRow,
  verificationTable,
} from './show-verification/verifications.read-model.js';
