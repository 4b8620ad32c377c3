import { Refused } from './refused.js';

/** Of a credential that was good once: it is refused like any other, and is no guess. */
export class Lapsed extends Refused {}
