import { Readable } from 'node:stream';
import { SpanKind } from '@opentelemetry/api';
import { Agent, type Dispatcher } from 'undici';
import { outboundDuration } from '#kernel/metrics.js';
import { traced } from '#kernel/tracing.js';
import { CircuitOpen, Circuits } from '#kernel/concurrency/circuit.js';
import { elapsedSince } from '#kernel/elapsed.js';
import type { Logger } from '#kernel/logger.js';

export type OutboundCall = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the base URL, without a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. If it is absent, the body is empty. */
  readonly body?: unknown;
  /** JSON that is too large to hold as one text. It replaces `body`. */
  readonly stream?: StreamedJson;
  readonly correlationId?: string;
  /** Limit for the whole exchange, including the connection. */
  readonly timeoutMs?: number;
  /** Default 5 MiB. */
  readonly answerBytesMax?: number;
};

/** `pieces` form one JSON text of `sizeBytes` bytes. */
export type StreamedJson = {
  readonly sizeBytes: number;
  readonly pieces: () => Iterable<string | Buffer>;
};

/** A complete response of any status. `body` is undefined if the text is not JSON. */
export type OutboundResponse = {
  /** `METHOD path`, for messages. It omits the query, which may contain personal data. */
  readonly label: string;
  readonly status: number;
  /** By lower-case name. Repeated headers keep the first value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: unknown;
};

/** The call got no complete response. Whether the provider acted is unknown. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

const ANSWER_BYTES_MAX = 5 * 1024 * 1024;
export const MAX_CONNECTIONS = 64;
const SERVER_ERROR = 500;
/** An HTML page instead of JSON. */
const isPage = ({ text }: OutboundResponse): boolean => text.trimStart().startsWith('<');

/**
 * JSON over HTTP to one provider, on dedicated connections that are kept alive. Never repeats a
 * request. Errors omit headers, bodies and queries. Each kind of call has a circuit breaker:
 * missing responses, 5xx and pages with a success status count as failures, and 4xx does not. A
 * request that was not written before its timeout is never sent.
 */
export class OutboundHttp {
  private readonly agent = new Agent({ connections: MAX_CONNECTIONS });
  private readonly dispatcher = this.agent.compose(writtenInTime);
  private readonly origin: string;
  private readonly prefix: string;
  private readonly circuits: Circuits;

  constructor(
    private readonly options: {
      /** Provider's name, for messages. */
      readonly name: string;
      readonly logger: Logger | null;
      readonly url: string;
      /** Credentials for every call. */
      readonly headers: Readonly<Record<string, string>>;
      readonly timeoutMs: number;
    },
  ) {
    const { origin, pathname } = new URL(options.url);
    this.origin = origin;
    this.prefix = pathname.replace(/\/+$/, '');
    this.circuits = new Circuits(options);
  }

  /**
   * Checks the circuit breaker before the caller records an intent. @throws {CircuitOpen} if the
   * call would be rejected
   */
  requireReady({ method, path }: Pick<OutboundCall, 'method' | 'path'>): void {
    this.circuits.of(method, path).requireReady();
  }

  /**
   * @throws {NoResponse} on timeouts, broken connections and responses that are too long @throws
   * {CircuitOpen} if such calls failed too often in a row; nothing was sent
   */
  json(call: OutboundCall): Promise<OutboundResponse> {
    const circuit = this.circuits.of(call.method, call.path);
    const exchange = () => this.exchange(call);
    return traced(circuit.name, { kind: SpanKind.CLIENT }, async (span) => {
      const called = circuit.run(exchange, isFailure);
      const answer = await timed(circuit.name, called);
      span.setAttribute('http.response.status_code', answer.status);
      return answer;
    });
  }

  private async exchange(call: OutboundCall): Promise<OutboundResponse> {
    const { timeoutMs = this.options.timeoutMs, answerBytesMax = ANSWER_BYTES_MAX } = call;
    const label = `${call.method} ${call.path}`;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    try {
      const response = await this.open(call, payloadOf(call), deadline.signal, timeoutMs);
      const text = await textOf(response.body, answerBytesMax);
      const { statusCode: status, headers } = response;
      return { label, status, headers: firstOf(headers), text, body: parsed(text) };
    } catch (error) {
      const reason = deadline.signal.aborted ? `none within ${timeoutMs} ms` : codeOf(error);
      throw new NoResponse(`${label}: no response (${reason})`);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Returns the raw response, for streams. Fails after `silenceMs` without a byte, or when the
   * signal aborts.
   */
  async open(
    call: OutboundCall,
    payload: string | StreamedJson | null,
    signal: AbortSignal,
    silenceMs: number,
  ): Promise<Dispatcher.ResponseData> {
    const query = call.query === undefined ? '' : `?${new URLSearchParams(call.query).toString()}`;
    return this.dispatcher.request({
      origin: this.origin,
      path: `${this.prefix}${call.path}${query}`,
      method: call.method,
      headers: {
        accept: 'application/json',
        ...headersOf(payload),
        ...(call.correlationId === undefined ? {} : { 'x-request-id': call.correlationId }),
        ...this.options.headers,
        ...call.headers,
      },
      body: isStreamed(payload) ? Readable.from(payload.pieces(), { objectMode: false }) : payload,
      signal,
      headersTimeout: silenceMs,
      bodyTimeout: silenceMs,
    });
  }

  /** Closes the connections. Calls in progress fail. */
  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

const isFailure = (answer: OutboundResponse): boolean =>
  answer.status >= SERVER_ERROR || (answer.status < 400 && isPage(answer));

/**
 * Aborts requests that were not written in time. After a suspension, connections may be ready
 * before timers run, so a queued request could be sent after its caller gave up.
 */
const writtenInTime: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const heldUpMs = elapsedSince();
  return dispatch(options, {
    onRequestStart: (controller, context) => {
      if (heldUpMs() > (options.headersTimeout ?? Infinity))
        controller.abort(new NoResponse('held up before it was sent'));
      else handler.onRequestStart?.(controller, context);
    },
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (...args) => handler.onResponseStart?.(...args),
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (...args) => handler.onResponseError?.(...args),
  });
};

const timed = async (
  call: string,
  answering: Promise<OutboundResponse>,
): Promise<OutboundResponse> => {
  const begunMs = performance.now();
  let outcome = 'no_answer';
  try {
    const answer = await answering;
    outcome = `${Math.floor(answer.status / 100)}xx`;
    return answer;
  } catch (error) {
    if (error instanceof CircuitOpen) outcome = 'kept_back';
    throw error;
  } finally {
    outboundDuration.observe({ call, outcome }, (performance.now() - begunMs) / 1_000);
  }
};

const payloadOf = ({ stream, body }: OutboundCall): string | StreamedJson | null =>
  stream ?? (body === undefined ? null : JSON.stringify(body));

const isStreamed = (payload: string | StreamedJson | null): payload is StreamedJson =>
  typeof payload === 'object' && payload !== null;

const headersOf = (payload: string | StreamedJson | null): Record<string, string> => ({
  ...(payload === null ? {} : { 'content-type': 'application/json' }),
  ...(isStreamed(payload) ? { 'content-length': String(payload.sizeBytes) } : {}),
});

const textOf = async (body: AsyncIterable<Buffer>, bytesMax: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new NoResponse('response too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const firstOf = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value;
      return first === undefined ? [] : [[name, first]];
    }),
  );

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const codeOf = (error: unknown): string => {
  if (error instanceof NoResponse) return error.message;
  const { code, name } = Object(error) as { readonly code?: unknown; readonly name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'unknown';
};
