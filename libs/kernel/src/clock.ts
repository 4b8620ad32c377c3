/** The only source of "now" outside of tests; decisions get it as an argument. */
export class Clock {
  now(): Date {
    return new Date();
  }
}
