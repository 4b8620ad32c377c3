import { Refused } from './refused.js';

/**
 * Error of a credential that was valid earlier. The caller gets the same rejection as for a wrong
 * credential, but it does not count as a guess.
 */
export class ExpiredCredential extends Refused {}
