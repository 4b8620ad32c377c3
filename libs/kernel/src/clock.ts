/** Source of the present time. Tests replace it. Deciders get the time as an argument. */
export class Clock {
  now(): Date {
    return new Date();
  }
}
