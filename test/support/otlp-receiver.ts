import { type AddressInfo } from 'node:net';
import { createServer } from 'node:http';

export type ReceivedSpan = {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentId: string;
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  /** Trace ids of linked spans. */
  readonly links: readonly string[];
};

type Word = string | number | boolean;
type Attributes = Readonly<Record<string, Word>>;
type Value = Readonly<Record<string, Word>>;
type Attribute = { readonly key: string; readonly value: Value };
type Span = Record<
  'traceId' | 'spanId' | 'name' | 'startTimeUnixNano' | 'endTimeUnixNano',
  string
> & {
  readonly parentSpanId?: string;
  readonly attributes?: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string }[];
};
type Export = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
};

/** A collector for one test, which stores all spans that arrive as OTLP JSON. */
export const startReceiver = async () => {
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') spans.push(...read(Buffer.concat(chunks).toString('utf8')));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${port}`, spans: spans as readonly ReceivedSpan[], close };
};

const read = (text: string): ReceivedSpan[] =>
  (JSON.parse(text) as Export).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => spanOf(service, span)));
  });

const spanOf = (service: string, span: Span): ReceivedSpan => ({
  service,
  traceId: span.traceId,
  spanId: span.spanId,
  parentId: span.parentSpanId ?? '',
  name: span.name,
  startMs: Number(BigInt(span.startTimeUnixNano) / 1_000n) / 1_000,
  endMs: Number(BigInt(span.endTimeUnixNano) / 1_000n) / 1_000,
  attributes: valuesOf(span.attributes ?? []),
  links: (span.links ?? []).map(({ traceId }) => traceId),
});

const valuesOf = (attributes: readonly Attribute[]): Attributes =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']));

/** Returns one line for each span, children below their parents, ordered by time. */
export const drawTrace = (spans: readonly ReceivedSpan[]): string => {
  const beganMs = Math.min(...spans.map(({ startMs }) => startMs));
  const known = new Set(spans.map(({ spanId }) => spanId));
  const lines: string[] = [];
  const draw = (children: readonly ReceivedSpan[], depth: number): void => {
    for (const each of [...children].sort((a, b) => a.startMs - b.startMs)) {
      const at = (each.startMs - beganMs).toFixed(1).padStart(8);
      const took = (each.endMs - each.startMs).toFixed(1).padStart(7);
      const events = String(each.attributes['brokerage.events'] ?? '');
      const app = each.service.split('-').at(-1)!.padEnd(9);
      lines.push(
        `${at} ms ${took} ms  ${app}  ${'  '.repeat(depth)}${each.name} ${events}`.trimEnd(),
      );
      draw(
        spans.filter(({ parentId }) => parentId === each.spanId),
        depth + 1,
      );
    }
  };
  draw(
    spans.filter(({ parentId }) => !known.has(parentId)),
    0,
  );
  return lines.join('\n');
};
