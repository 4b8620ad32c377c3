/** A "no" whose body is nothing but a message: the identity side's and the control endpoints'. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
