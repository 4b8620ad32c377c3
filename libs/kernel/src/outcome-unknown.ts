/** Neither a response nor a lookup says what a provider did; a later lookup settles it. */
export class OutcomeUnknown<Outcome = unknown> extends Error {
  override readonly name = 'OutcomeUnknown';
  /** Whether the send may still be on its way, so that the job waits and has not failed. */
  readonly onlyWaits: boolean;
  /** Outcome to record if the provider does not know the request, null to look it up again. */
  readonly otherwise: Outcome | null;

  constructor(
    reason: string,
    {
      onlyWaits = false,
      otherwise = null,
      ...options
    }: ErrorOptions & { readonly onlyWaits?: boolean; readonly otherwise?: Outcome | null } = {},
  ) {
    super(reason, options);
    this.onlyWaits = onlyWaits;
    this.otherwise = otherwise;
  }

  /** Returns the error of a send that may still be on its way. */
  static waiting(reason: string): OutcomeUnknown {
    return new OutcomeUnknown(reason, { onlyWaits: true });
  }

  /**
   * Returns the outcome of a rejection that another program than the provider may have sent. The first one
   * leads to lookups and one more send; the same rejection again counts.
   */
  static rejection<Outcome>(
    reason: string,
    sentBefore: number,
    rejected: Outcome,
  ): OutcomeUnknown<Outcome> {
    return new OutcomeUnknown(reason, { otherwise: sentBefore === 0 ? null : rejected });
  }
}
