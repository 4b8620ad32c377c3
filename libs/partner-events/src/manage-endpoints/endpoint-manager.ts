import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import { IdempotencyKeys } from '#kernel/idempotency/idempotency-keys.js';
import type { IdempotentResponse } from '#kernel/idempotency/idempotent-response.js';
import type { KeyedRequest } from '#kernel/idempotency/keyed-request.js';
import { unacceptable } from '#kernel/refused.js';
import { EVENT_LOG } from '#kernel/tokens.js';
import {
  AllowedTargets,
  TargetRejected,
  TargetUnresolved,
  hostOf,
} from '../deliver/allowed-targets.js';
import { BEGINNING } from '../feed/feed.projection.js';
import {
  type EndpointChange,
  type EndpointSettings,
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  requireEndpoint,
  rotateSecret,
} from '../endpoint/endpoint.decide.js';
import { type WebhookEndpoint, boundTo, webhooks } from '../endpoint/endpoint.state.js';

const SECRET_BYTES = 24;

type WithSecret = { readonly endpoint: WebhookEndpoint; readonly secret: string };
type Rotated = { readonly secret: string; readonly overlapUntil: string };

/** Creates and changes the webhook endpoints of partners. */
@Injectable()
export class EndpointManager {
  constructor(
    private readonly store: EventStore,
    private readonly keys: IdempotencyKeys,
    private readonly cipher: SecretCipher,
    private readonly targets: AllowedTargets,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  async list(partnerId: string): Promise<readonly WebhookEndpoint[]> {
    return (await this.store.load(webhooks, partnerId)).endpoints;
  }

  /** @throws {Refused} 404 for an unknown endpoint, or another partner's */
  async find(partnerId: string, endpointId: string): Promise<WebhookEndpoint> {
    return requireEndpoint(await this.store.load(webhooks, partnerId), endpointId);
  }

  /** Creates an endpoint. Events after this moment are delivered. @throws {Refused} */
  create(
    cause: Cause,
    keyed: KeyedRequest | null,
    settings: EndpointSettings,
  ): Promise<IdempotentResponse<WithSecret>> {
    return this.keys.answer(keyed, cause, {
      owner: randomUUID,
      make: async (id) => ({ status: 201, body: await this.createAs(id, cause, settings) }),
      again: async ({ owner }) => {
        const body = await this.createdAs(cause.partnerId, owner);
        return body === null ? null : { status: 201, body };
      },
    });
  }

  /** `fromNow`: an endpoint that is enabled again leaves out earlier events. @throws {Refused} */
  async change(
    cause: Cause,
    endpointId: string,
    change: EndpointChange,
    fromNow: boolean,
  ): Promise<WebhookEndpoint> {
    await this.find(cause.partnerId, endpointId);
    if (change.url !== undefined) await this.requireTarget(change.url);
    const after = fromNow ? await this.head() : null;
    const decision = changeEndpoint(endpointId.toLowerCase(), change, after, new Date());
    const { state } = await this.store.transact(webhooks, cause.partnerId, decision, cause);
    return requireEndpoint(state, endpointId);
  }

  /** @throws {Refused} 404 for an unknown endpoint */
  async delete(cause: Cause, endpointId: string): Promise<void> {
    const { id } = await this.find(cause.partnerId, endpointId);
    await this.store.transact(webhooks, cause.partnerId, deleteEndpoint(id, new Date()), cause);
  }

  /** @throws {Refused} 404 for an unknown endpoint */
  rotate(
    cause: Cause,
    keyed: KeyedRequest | null,
    endpointId: string,
    overlapS: number,
  ): Promise<IdempotentResponse<Rotated>> {
    const id = endpointId.toLowerCase();
    return this.keys.answer(keyed, cause, {
      owner: randomUUID,
      make: async (rotationId) => {
        const sealedSecret = this.cipher.seal(newSecret(), boundTo(id));
        const decision = rotateSecret(id, { rotationId, sealedSecret, overlapS }, new Date());
        const { state } = await this.store.transact(webhooks, cause.partnerId, decision, cause);
        return { status: 200, body: this.rotated(requireEndpoint(state, id)) };
      },
      again: async ({ owner }) => {
        const endpoint = await this.find(cause.partnerId, id);
        const isLast = endpoint.secrets[0]?.rotationId === owner;
        return isLast ? { status: 200, body: this.rotated(endpoint) } : null;
      },
    });
  }

  private async createAs(
    endpointId: string,
    cause: Cause,
    settings: EndpointSettings,
  ): Promise<WithSecret> {
    const { partnerId } = cause;
    await this.requireTarget(settings.url);
    const sealedSecret = this.cipher.seal(newSecret(), boundTo(endpointId));
    const after = await this.head();
    const created = { ...settings, partnerId, endpointId, sealedSecret, after };
    await this.store.transact(webhooks, partnerId, createEndpoint(created, new Date()), cause);
    const endpoint = await this.createdAs(partnerId, endpointId);
    if (endpoint === null) throw new Error(`the webhook endpoint ${endpointId} is missing`);
    return endpoint;
  }

  /** Returns the endpoint as it was created, also after later changes. */
  private async createdAs(partnerId: string, endpointId: string): Promise<WithSecret | null> {
    const { endpoints, deleted } = await this.store.load(webhooks, partnerId);
    const found = [...endpoints, ...deleted].find(({ id }) => id === endpointId);
    if (found === undefined) return null;
    const { url, types, description, sealedSecret } = found.first;
    const endpoint = { ...found, url, types, description, disabled: null };
    return { endpoint, secret: this.cipher.open(sealedSecret, boundTo(endpointId)) };
  }

  private rotated({ id, secrets }: WebhookEndpoint): Rotated {
    const [latest, previous] = secrets;
    const secret = this.cipher.open(latest?.ciphertext ?? '', boundTo(id));
    return { secret, overlapUntil: previous?.until ?? new Date().toISOString() };
  }

  /** @throws {Refused} 422 if webhooks may not reach the URL, or its name is not resolved */
  private async requireTarget(text: string): Promise<void> {
    try {
      await this.targets.addressesOf(hostOf(this.targets.require(text)));
    } catch (error) {
      if (error instanceof TargetRejected)
        throw unacceptable({ pointer: '/url', code: 'url_not_allowed', detail: error.reason });
      if (error instanceof TargetUnresolved)
        throw unacceptable({
          pointer: '/url',
          code: 'url_not_resolved',
          detail: 'must have a host name with an address',
        });
      throw error;
    }
  }

  private async head(): Promise<bigint> {
    return (await this.log.head()) ?? BEGINNING;
  }
}

const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
