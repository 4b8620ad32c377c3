import { createParser } from 'eventsource-parser';
import type { OutboundCall, OutboundHttp } from './outbound-http.js';

export type Frame =
  | { readonly kind: 'message'; readonly id: string | null; readonly data: string }
  | { readonly kind: 'comment'; readonly text: string };

/** The response was not a stream with status 200. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused';

  constructor(
    readonly status: number,
    type: string,
  ) {
    super(
      `the server rejected the stream with status ${status}${type === '' ? '' : ` and ${type}`}`,
    );
  }
}

const MAX_FRAME_CHARACTERS = 1024 * 1024;
const MAX_REFUSAL_BYTES = 64 * 1024;

/**
 * Opens a stream of server-sent events until the server ends it. Yields frames in batches as they
 * arrive, so that a slow reader gets larger batches. Throws when the connection breaks, the server
 * rejects the request, nothing arrives for `silenceMs`, or the signal aborts. Comments count as
 * heartbeats.
 */
export async function* openFrames(
  http: OutboundHttp,
  call: OutboundCall,
  signal: AbortSignal,
  silenceMs: number,
): AsyncGenerator<readonly Frame[]> {
  const headers = { accept: 'text/event-stream' };
  const response = await http.open({ ...call, headers }, null, signal, silenceMs);
  const type = String(response.headers['content-type'] ?? '');
  if (response.statusCode !== 200 || !isStream(type)) {
    await response.body.dump({ limit: MAX_REFUSAL_BYTES, signal });
    throw new StreamRefused(response.statusCode, type);
  }
  const frames: Frame[] = [];
  const parser = createParser({
    maxBufferSize: MAX_FRAME_CHARACTERS,
    onEvent: ({ id = null, data }) => frames.push({ kind: 'message', id, data }),
    onComment: (text) => frames.push({ kind: 'comment', text }),
  });
  const decoder = new TextDecoder();
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield frames.splice(0);
  }
}

/** A proxy may return 200 with an HTML page while the server behind it is down. */
const isStream = (type: string): boolean => type === '' || /^text\/event-stream\b/i.test(type);
