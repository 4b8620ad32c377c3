import { CreditDepositProcessor } from './credit-deposit/credit-deposit.processor.js';

export { creditDeposit } from './credit-deposit/credit-deposit.job.js';
export { type DepositEvent, parseDepositEvent } from './deposit/deposit.events.js';
export { type RequestedDeposit, deposits, netCents } from './deposit/deposit.state.js';
export { FundingApiModule } from './funding.api.module.js';
export { fundingProjector } from './funding.projector.js';
export const fundingProcessors = [CreditDepositProcessor];
