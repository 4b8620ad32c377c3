/** Kinds of objects that a partner requests under its own ids. */
export type Asked = {
  readonly kind: 'user' | 'deposit' | 'order' | 'cancel' | 'verification';
  readonly partnerId: string;
  readonly externalId: string;
};

/** A 2xx response, after which the object must exist permanently. */
export type Promised = Asked & { readonly id: string };

/** Record of all responses, one of the independent sources of the checks. */
export class AnswerRecord {
  readonly promised = new Map<string, Promised>();
  /** Responses that no fault excuses. */
  readonly complaints: string[] = [];
  /** Number of responses by status; 0 is an incomplete response. */
  readonly statuses = new Map<number, number>();
  /** Number of started commands. */
  commands = 0;
  /** Number of commands that were skipped because too many requests were open. */
  heldBack = 0;
  private readonly tookMs: number[] = [];

  /** `isLater`: a 503 with `Retry-After`. */
  answered(status: number, tookMs: number, _request: string, _isLater: boolean): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.tookMs.push(tookMs);
  }

  /** Records an object. A repeat must return the same id. */
  promise(asked: Asked, id: string): void {
    const { kind, partnerId, externalId } = asked;
    const key = `${kind} ${partnerId} ${externalId}`;
    const before = this.promised.get(key);
    if (before !== undefined && before.id !== id)
      this.complaints.push(`${key}: answered as ${before.id}, then as ${id}`);
    this.promised.set(key, { ...asked, id });
  }

  complain(what: string): void {
    this.complaints.push(what);
  }

  count(kind: Asked['kind']): number {
    return [...this.promised.values()].filter((one) => one.kind === kind).length;
  }

  /** Returns the response time in milliseconds for this share (0–1) of all requests. */
  quantileMs(share: number): number {
    const sorted = [...this.tookMs].sort((a, b) => a - b);
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  }
}
