import { Refused } from './refused.js';

/**
 * Error of a credential that was valid earlier. It is rejected like any other, but does not count
 * as a guess.
 */
export class ExpiredCredential extends Refused {}
