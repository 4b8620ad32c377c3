export { twoFactors } from './two-factor/two-factor.state.js';
