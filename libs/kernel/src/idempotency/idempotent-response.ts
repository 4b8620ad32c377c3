/** An answer to a request that makes something. */
export type OperationResponse<Body> = {
  readonly status: number;
  readonly body: Body;
  /**
   * Only when nothing was made, because the object was known already: the revision of its last
   * event that the answer shows, so that a repeat under the same key shows no later one.
   */
  readonly seen?: bigint;
};

export type IdempotentResponse<Body> = OperationResponse<Body> & { readonly replayed: boolean };
