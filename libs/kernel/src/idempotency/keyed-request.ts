/** A request with an `Idempotency-Key`. */
export type KeyedRequest = {
  /** Derived from the partner, the path and the key. */
  readonly idempotencyRecordId: string;
  readonly bodyHash: string;
};
