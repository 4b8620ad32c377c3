import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { BACKSTOP_MS } from './backstop.js';
import { ScriptedServer, type Seen } from './scripted-server.js';
import type { Json, PartnerClient } from './service.js';

export type Received = {
  readonly id: string;
  readonly type: string;
  readonly object: string;
  readonly sequence: bigint;
  /** Status of the response; null without a response. */
  readonly status: number | null;
  readonly seen: Seen;
};

/** Chooses the response. Returns the status, or null without a response. */
export type Behavior = (event: Json, response: ServerResponse, seen: Seen) => number | null;

export const respond =
  (status: number, headers: Record<string, string> = {}, body = ''): Behavior =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
    return status;
  };

/** A partner's receiver of webhooks, on a free port of this machine. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  readonly acceptedIds = new Set<string>();
  private behavior: Behavior = respond(204);

  private constructor(private readonly server: ScriptedServer) {
    server.on((seen, response) => {
      const event = JSON.parse(seen.body) as Json;
      const status = this.behavior(event, response, seen);
      const id = String(seen.headers['webhook-id']);
      if (status !== null && status < 300) this.acceptedIds.add(id);
      this.received.push({
        id,
        type: String(event['type']),
        object: String((event['object'] as Json)['id']),
        sequence: BigInt(String(event['sequence'])),
        status,
        seen,
      });
    });
  }

  static async start(): Promise<WebhookReceiver> {
    return new WebhookReceiver(await ScriptedServer.start());
  }

  get url(): string {
    return `${this.server.url}/webhooks`;
  }

  behaves(behavior: Behavior): void {
    this.behavior = behavior;
  }

  /** Accepted events, each once, in the order of their first acceptance. */
  get accepted(): readonly Received[] {
    const known = new Set<string>();
    return this.received.filter(({ id, status }) => {
      const isNew = status !== null && status < 300 && !known.has(id);
      if (isNew) known.add(id);
      return isNew;
    });
  }

  /** Waits until this is true. @throws Error if webhooks no longer arrive */
  async until(isDone: (received: readonly Received[]) => boolean): Promise<void> {
    let [endMs, count] = [Date.now() + BACKSTOP_MS, this.received.length];
    while (!isDone(this.received)) {
      if (this.received.length > count)
        [endMs, count] = [Date.now() + BACKSTOP_MS, this.received.length];
      if (Date.now() > endMs) throw new Error(`only ${this.received.length} webhooks came`);
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }
}

export type NewEndpoint = { readonly id: string; readonly path: string; readonly secret: string };

export const createEndpoint = async (
  client: PartnerClient,
  url: string,
  more: object = {},
): Promise<NewEndpoint> => {
  const { status, body } = await client.post('/v1/webhook-endpoints', { url, ...more });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  const id = String(body['id']);
  return { id, path: `/v1/webhook-endpoints/${id}`, secret: String(body['secret']) };
};

/** Whether the signature verifies under this secret. */
export const isSignedBy = (secret: string, { headers, body }: Seen): boolean => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};
