export { type TwoFactorEvent, parseTwoFactorEvent } from './two-factor/two-factor.events.js';
export { type TwoFactor, twoFactors } from './two-factor/two-factor.state.js';
