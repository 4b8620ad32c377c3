/** Names, templates and numbers: nothing of a person, no amount, no secret. */
type Attributes = Readonly<Record<string, string | number | boolean>>;

type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

export type SpanOptions = {
  /** A template: few different ones. */
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
  /** A W3C `traceparent`; null begins a trace; left out: what is under way here. */
  readonly parent?: string | null;
  /** A `traceparent` of somebody else's trace, to be found from here. */
  readonly link?: string;
  /** Milliseconds since 1970; now when left out. */
  readonly startMs?: number;
};

export type OpenSpan = {
  /** For whatever follows from it, here or in another process. */
  readonly traceparent: string;
  /** Runs work under this span, with everything that the work begins and awaits. */
  within<Result>(work: () => Result): Result;
  set(attributes: Attributes): void;
  /** To be called once. `failed`: the name of what went wrong. */
  end(failed?: string): void;
};

export type Tracer = {
  begin(options: SpanOptions): OpenSpan;
  /** Sends what is left, for a short while. */
  close(): Promise<void>;
};
