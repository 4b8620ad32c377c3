/** The provider was too busy and did nothing. The call can be repeated. */
export class ProviderBusy extends Error {
  override readonly name = 'ProviderBusy';

  constructor(
    message: string,
    readonly retryAfterMs: number,
  ) {
    super(message);
  }
}
