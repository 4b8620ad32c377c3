export { DecideVerification } from './decide-verification/decide-verification.command.js';
export { kycProjector } from './kyc.projector.js';
export { kycProcessors } from './kyc.worker.js';
export { reportVerification } from './report-verification/report-verification.js';
export { byStatus, verificationView } from './show-verification/show-verification.projection.js';
