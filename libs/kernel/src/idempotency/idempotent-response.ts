/** Response to a request that creates an object. */
export type OperationResponse<Body> = {
  readonly status: number;
  readonly body: Body;
  /**
   * Revision of the last event that the response shows, so that a repeat with the same key shows the
   * same. Only for an object that existed already.
   */
  readonly seen?: bigint;
};

export type IdempotentResponse<Body> = OperationResponse<Body> & { readonly replayed: boolean };
