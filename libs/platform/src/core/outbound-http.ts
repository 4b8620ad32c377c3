import { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { outboundDuration } from '../signals/metrics.js';
import { traced } from '../signals/tracing.js';
import { CircuitOpen, Circuits } from './circuit.js';
import { elapsedSince } from './elapsed.js';
import type { Logger } from './logger.js';

export type OutboundCall = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base URL, without a query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; absent means an empty body. */
  readonly body?: unknown;
  /** JSON too large to be held as one text; sent instead of `body`. */
  readonly stream?: StreamedJson;
  readonly correlationId?: string;
  /** For the whole exchange, connecting included. */
  readonly timeoutMs?: number;
  /** 5 MiB when left out. */
  readonly answerBytesMax?: number;
};

/** `pieces` together are `sizeBytes` long and one JSON text. */
export type StreamedJson = {
  readonly sizeBytes: number;
  readonly pieces: () => Iterable<string | Buffer>;
};

/** A whole answer, whatever its status; `body` is undefined when the text is no JSON. */
export type OutboundAnswer = {
  /** `METHOD path`, for messages; holds no query, so no personal data. */
  readonly label: string;
  readonly status: number;
  /** By their names in small letters; the first of each. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: unknown;
};

/** There was no whole answer; whether the other side acted is unknown. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

const ANSWER_BYTES_MAX = 5 * 1024 * 1024;
export const MAX_CONNECTIONS = 64;
const SERVER_ERROR = 500;
/** A page in place of JSON, whatever its status says. */
const isPage = ({ text }: OutboundAnswer): boolean => text.trimStart().startsWith('<');

/**
 * JSON over HTTP to one provider, on connections of its own that are kept alive. Never repeats a
 * request; its errors carry neither headers, bodies nor queries. Each kind of call stands behind a
 * circuit of its own, for which no answer, 5xx and a success with a page are failures and a 4xx is
 * none. A request that could not be written within its time-out is never written.
 */
export class OutboundHttp {
  private readonly agent = new Agent({ connections: MAX_CONNECTIONS });
  private readonly dispatcher = this.agent.compose(writtenInTime);
  private readonly origin: string;
  private readonly prefix: string;
  private readonly circuits: Circuits;

  constructor(
    private readonly options: {
      /** Whom it calls, for messages. */
      readonly name: string;
      readonly logger: Logger | null;
      readonly url: string;
      /** On every call: credentials. */
      readonly headers: Readonly<Record<string, string>>;
      readonly timeoutMs: number;
    },
  ) {
    const { origin, pathname } = new URL(options.url);
    this.origin = origin;
    this.prefix = pathname.replace(/\/+$/, '');
    this.circuits = new Circuits(options);
  }

  /** For what must be written down before such a call. @throws {CircuitOpen} it would not be made. */
  requireReady({ method, path }: Pick<OutboundCall, 'method' | 'path'>): void {
    this.circuits.of(method, path).requireReady();
  }

  /**
   * @throws {NoAnswer} on time-outs, broken connections and answers that are too long
   * @throws {CircuitOpen} such calls failed too often in a row; nothing was sent
   */
  json(call: OutboundCall): Promise<OutboundAnswer> {
    const circuit = this.circuits.of(call.method, call.path);
    const exchange = () => this.exchange(call);
    return traced({ name: circuit.name, kind: 'client' }, async (span) => {
      const called = circuit.run(exchange, isFailure);
      const answer = await timed(circuit.name, called);
      span?.set({ 'http.response.status_code': answer.status });
      return answer;
    });
  }

  private async exchange(call: OutboundCall): Promise<OutboundAnswer> {
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
      throw new NoAnswer(`${label}: no answer (${reason})`);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The raw answer, for streams: fails after `silenceMs` without a byte, or with the signal. */
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

  /** Drops the connections; calls under way fail. */
  async close(): Promise<void> {
    await this.agent.destroy();
  }
}

const isFailure = (answer: OutboundAnswer): boolean =>
  answer.status >= SERVER_ERROR || (answer.status < 400 && isPage(answer));

/**
 * A time-out is a timer, and a process that stood still finds its connections ready before its timers:
 * a request that waited for one would go out long after everybody counted it as lost.
 */
const writtenInTime: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const heldUpMs = elapsedSince();
  return dispatch(options, {
    onRequestStart: (controller, context) => {
      if (heldUpMs() > (options.headersTimeout ?? Infinity))
        controller.abort(new NoAnswer('held up before it was sent'));
      else handler.onRequestStart?.(controller, context);
    },
    onRequestUpgrade: (...told) => handler.onRequestUpgrade?.(...told),
    onResponseStart: (...told) => handler.onResponseStart?.(...told),
    onResponseData: (...told) => handler.onResponseData?.(...told),
    onResponseEnd: (...told) => handler.onResponseEnd?.(...told),
    onResponseError: (...told) => handler.onResponseError?.(...told),
  });
};

const timed = async (call: string, answering: Promise<OutboundAnswer>): Promise<OutboundAnswer> => {
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
    if (bytes > bytesMax) throw new NoAnswer('answer too long');
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
  if (error instanceof NoAnswer) return error.message;
  const { code, name } = Object(error) as { readonly code?: unknown; readonly name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'unknown';
};
