/** The provider takes no more calls for now, and nothing was done: the same may be asked again. */
export class ProviderBusy extends Error {
  override readonly name = 'ProviderBusy';

  constructor(
    message: string,
    readonly retryAfterMs: number,
  ) {
    super(message);
  }
}
