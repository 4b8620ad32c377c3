import { randomUUID } from 'node:crypto';
import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Caller, CurrentCaller, causeOf } from '#http/caller.js';
import { Endpoint } from '#http/endpoint.js';
import { WordField } from '#http/fields.js';
import { Keyed, applyResponse } from '#http/idempotency/keyed-request.js';
import { pageOf } from '#http/query-fields.js';
import { IdempotencyKeys } from '#kernel/idempotency/idempotency-keys.js';
import type { KeyedRequest } from '#kernel/idempotency/keyed-request.js';
import { endpointNotFound } from '../manage-endpoints/webhook-endpoints.controller.js';
import {
  DeliveriesQuery,
  RecoverBody,
  ReplayBody,
  cursorUnknown,
  deliveryFinal,
  deliveryNotFound,
  redeliveryRefusals,
} from './deliveries.query.js';
import {
  deliveryView,
  redeliveryAnswer,
  webhookDeliveries,
  webhookDelivery,
} from './delivery.view.js';
import { type RedeliveryRequest, Redeliverer } from './redeliverer.js';
import { PING, TEST_TYPES, type TestType, testEvent } from './test-event.js';

class TestWebhookBody {
  @WordField(TEST_TYPES, 'event_type_unknown', {
    optional: true,
    about: 'Type of the example event. Absent: `ping`.',
    example: PING,
  })
  readonly type?: TestType;
}
const params = { id: 'The id of the endpoint.' };
const [disabled] = redeliveryRefusals;

@Controller('v1/webhook-endpoints/:id')
export class WebhookDeliveriesController {
  constructor(
    private readonly redeliverer: Redeliverer,
    private readonly keys: IdempotencyKeys,
  ) {}

  @Endpoint({
    summary: 'Send a test to a webhook endpoint',
    description:
      'Sends an example event of this type at once, with the header `webhook-test: true`. The response shows the result if the endpoint responds within 5 s. Later, the list of deliveries has it. A test is sent once.',
    params,
    answers: { 200: [webhookDelivery, 'The delivery.'] },
    refuses: [endpointNotFound, disabled!],
  })
  @Post('test')
  async testWebhookEndpoint(
    @CurrentCaller() { partnerId }: Caller,
    @Param('id') id: string,
    @Body() { type = PING }: TestWebhookBody,
  ) {
    const bodyOf = (eventId: string, now: Date) => ({
      type,
      body: JSON.stringify(testEvent(type, eventId, now)),
    });
    return deliveryView(await this.redeliverer.test(partnerId, id, bodyOf));
  }

  @Endpoint({
    summary: 'List the deliveries of a webhook endpoint',
    description: 'Deliveries of the last 30 days with their attempts, the latest first.',
    params,
    answers: { 200: [webhookDeliveries, 'One page.'] },
    refuses: [endpointNotFound],
  })
  @Get('deliveries')
  async listWebhookDeliveries(
    @CurrentCaller() { partnerId }: Caller,
    @Param('id') id: string,
    @Query() query: DeliveriesQuery,
  ) {
    const page = pageOf(query);
    const { rows, total } = await this.redeliverer.page(partnerId, id, query, page);
    return { deliveries: rows.map(deliveryView), metadata: { total, ...page } };
  }

  @Endpoint({
    summary: 'Retry a delivery',
    description:
      'Sends a failed or waiting delivery again at once. If an earlier event of the same object waits, the delivery still follows that event.',
    params: { ...params, deliveryId: 'The id of the delivery.' },
    answers: { 200: [webhookDelivery, 'The delivery, which is pending.'] },
    refuses: [endpointNotFound, deliveryNotFound, deliveryFinal, disabled!],
  })
  @Post('deliveries/:deliveryId/retry')
  async retryWebhookDelivery(
    @CurrentCaller() { partnerId }: Caller,
    @Param('id') id: string,
    @Param('deliveryId') deliveryId: string,
  ) {
    return deliveryView(await this.redeliverer.retry(partnerId, id, deliveryId));
  }

  @Endpoint({
    summary: 'Recover undelivered events',
    description:
      'Sends again, in order, each event after this one that the endpoint has not received. `after` may be earlier than the creation of the endpoint.',
    params,
    answers: { 202: [redeliveryAnswer, 'Accepted.'] },
    refuses: [endpointNotFound, ...redeliveryRefusals, cursorUnknown('/after')],
    idempotencyKey: true,
  })
  @Post('recover')
  recoverWebhookEvents(
    @CurrentCaller() caller: Caller,
    @Keyed() keyed: KeyedRequest | null,
    @Param('id') id: string,
    @Body() { after }: RecoverBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.request(caller, keyed, id, { kind: 'recover', after }, reply);
  }

  @Endpoint({
    summary: 'Replay events',
    description:
      'Sends each event of a range of the feed again, in order, with the header `webhook-replay: true`.',
    params,
    answers: { 202: [redeliveryAnswer, 'Accepted.'] },
    refuses: [endpointNotFound, ...redeliveryRefusals, cursorUnknown('/after')],
    idempotencyKey: true,
  })
  @Post('replay')
  replayWebhookEvents(
    @CurrentCaller() caller: Caller,
    @Keyed() keyed: KeyedRequest | null,
    @Param('id') id: string,
    @Body() { after, until, types }: ReplayBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const redelivery = { kind: 'replay', after, until, types: listed(types) } as const;
    return this.request(caller, keyed, id, redelivery, reply);
  }

  /** A repeat under the same key gets the same id, and the events once. */
  private async request(
    caller: Caller,
    keyed: KeyedRequest | null,
    endpointId: string,
    redelivery: RedeliveryRequest,
    reply: FastifyReply,
  ) {
    const cause = causeOf(caller);
    const response = await this.keys.answer(keyed, cause, {
      owner: randomUUID,
      make: async (owner) => {
        const id = await this.redeliverer.request(cause, endpointId, redelivery, owner);
        return { status: 202, body: { id } };
      },
      again: async ({ owner }) => {
        const isKnown = await this.redeliverer.isRequested(cause.partnerId, endpointId, owner);
        return isKnown ? { status: 202, body: { id: owner } } : null;
      },
    });
    return applyResponse(reply, response);
  }
}

/** Undefined for an empty list. */
export const listed = (types: readonly string[] | undefined) =>
  types === undefined || types.length === 0 ? undefined : types;
