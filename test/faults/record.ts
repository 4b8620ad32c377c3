/** What a partner asked for under an id of its own. */
export type Asked = {
  readonly kind: 'user' | 'deposit' | 'order' | 'cancel' | 'verification';
  readonly partnerId: string;
  readonly externalId: string;
};

/** A 2xx answer: from then on the thing exists for ever. */
export type Promised = Asked & { readonly id: string };

/** The driver's own record of every answer: one of the independent sources of the checks. */
export class AnswerRecord {
  readonly promised = new Map<string, Promised>();
  /** Answers that no fault excuses. */
  readonly complaints: string[] = [];
  /** 0: no whole answer. */
  readonly statuses = new Map<number, number>();
  /** Begun, whatever became of them. */
  commands = 0;
  /** Not begun, because too many waited. */
  heldBack = 0;
  private readonly tookMs: number[] = [];

  /** `isLater`: a 503 of an api that says when to come again. */
  answered(status: number, tookMs: number, _request: string, _isLater: boolean): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.tookMs.push(tookMs);
  }

  /** The same thing asked for again must be the same thing. */
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

  /** Milliseconds within which this share (0–1) of all requests was answered. */
  quantileMs(share: number): number {
    const sorted = [...this.tookMs].sort((a, b) => a - b);
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  }
}
