/** Neither a response nor a lookup shows the outcome of a send. A later lookup settles it. */
export class OutcomeUnknown<Outcome = unknown> extends Error {
  override readonly name = 'OutcomeUnknown';
  /** Whether the send may still arrive, so that the job waits instead of failing. */
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

  /** Returns the error of a send that may still arrive. */
  static waiting(reason: string): OutcomeUnknown {
    return new OutcomeUnknown(reason, { onlyWaits: true });
  }

  /**
   * Returns the outcome of a rejection that may come from a proxy instead of the provider. The first
   * rejection leads to lookups and another send. The second one counts.
   */
  static rejection<Outcome>(
    reason: string,
    sentBefore: number,
    rejected: Outcome,
  ): OutcomeUnknown<Outcome> {
    return new OutcomeUnknown(reason, { otherwise: sentBefore === 0 ? null : rejected });
  }
}
