import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Brokerage, type Event, verifyWebhook } from '#client';
import type { Transport } from './transport.js';

/** Longest wait for a webhook. */
const WEBHOOK_WITHIN_MS = 120_000;

/** A partner's receiver on this machine: shows each webhook and verifies its signature. */
export class WebhookReceiver {
  private readonly events: Event[] = [];
  private readonly arrivals = new EventTarget();
  private readonly server: Server;
  private secret = '';
  private endpointId: string | null = null;

  constructor(
    private readonly api: Brokerage,
    private readonly transport: Transport,
  ) {
    this.server = createServer((request, response) => {
      void this.receive(request).then((status) => response.writeHead(status).end());
    });
  }

  /** Creates an endpoint for this receiver, and waits for a test event. */
  async open(): Promise<void> {
    const { api, transport } = this;
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    const { port } = this.server.address() as AddressInfo;
    transport.say('Create a webhook endpoint for a receiver on this machine');
    const body = { url: `http://127.0.0.1:${port}/webhooks`, description: 'Tour' };
    const { id, secret } = await transport.get(api.POST('/v1/webhook-endpoints', { body }));
    this.endpointId = id;
    this.secret = secret;
    transport.say('Send a test to the endpoint');
    const params = { path: { id } };
    await transport.get(api.POST('/v1/webhook-endpoints/{id}/test', { params, body: {} }));
    await this.arrival(({ type }) => type === 'ping');
  }

  /** Waits for the webhook of this type about this object. */
  async expect(type: string, objectId: string): Promise<void> {
    this.transport.say(`Wait for the webhook ${type}`);
    await this.arrival((event) => event.type === type && event.object.id === objectId);
    this.transport.say(`Received ${this.events.length} webhooks with valid signatures`);
  }

  /** Deletes the endpoint, and ends the receiver. */
  async close(): Promise<void> {
    try {
      if (this.endpointId !== null) {
        this.transport.say('Delete the webhook endpoint');
        const params = { path: { id: this.endpointId } };
        await this.api.DELETE('/v1/webhook-endpoints/{id}', { params });
      }
    } finally {
      this.server.close();
      this.server.closeAllConnections();
    }
  }

  private async receive(request: IncomingMessage): Promise<number> {
    try {
      const event = verifyWebhook(request.headers, await text(request), this.secret);
      this.transport.say(`  ← ${event.type} about ${event.object.type} ${event.object.id}`);
      this.events.push(event);
      this.arrivals.dispatchEvent(new globalThis.Event('arrival'));
      return 204;
    } catch (error) {
      this.transport.say(`  ← rejected a request: ${(error as Error).message}`);
      return 400;
    }
  }

  private async arrival(matches: (event: Event) => boolean): Promise<void> {
    const signal = AbortSignal.timeout(WEBHOOK_WITHIN_MS);
    while (!this.events.some(matches)) await once(this.arrivals, 'arrival', { signal });
  }
}
