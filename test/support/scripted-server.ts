import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

export type Script = (seen: Seen, response: ServerResponse) => void;

/** An HTTP server on a free loopback port whose responses the test chooses. */
export class ScriptedServer {
  readonly seen: Seen[] = [];
  private script: Script = (_, response) => void response.writeHead(501).end();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedServer> {
    const server = createServer();
    const scripted = new ScriptedServer(server);
    server.on('request', (request, response) => void scripted.serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return scripted;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get last(): Seen {
    const last = this.seen.at(-1);
    if (last === undefined) throw new Error('the server saw no request');
    return last;
  }

  /** Sets the responder of all following requests. */
  on(script: Script): void {
    this.script = script;
  }

  /** Sends other bodies than text as JSON. */
  answers(status: number, body: unknown = ''): void {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    this.on((_, response) => void response.writeHead(status).end(text));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      return;
    }
    const seen: Seen = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    this.seen.push(seen);
    this.script(seen, response);
  }
}
