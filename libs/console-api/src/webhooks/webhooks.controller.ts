import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { pageOf } from '#http/query-fields.js';
import { refusal } from '#http/endpoint.js';
import {
  DeliveriesQuery,
  RecoverBody,
  ReplayBody,
  cursorUnknown,
  deliveryFinal,
  deliveryNotFound,
  redeliveryRefusals,
} from '#partner-events/deliveries/deliveries.query.js';
import {
  deliveryView,
  redeliveryAnswer,
  webhookDeliveries,
  webhookDelivery,
} from '#partner-events/deliveries/delivery.view.js';
import { Redeliverer } from '#partner-events/deliveries/redeliverer.js';
import { listed } from '#partner-events/deliveries/webhook-deliveries.controller.js';
import {
  endpointView,
  webhookEndpoint,
  webhookEndpointList,
} from '#partner-events/list-endpoints/webhook-endpoint.view.js';
import { EndpointManager } from '#partner-events/manage-endpoints/endpoint-manager.js';
import { ByStaff, StaffEndpoint } from '#staff/staff.api.module.js';
import { partnerNotFound, PartnerParam } from '../partners/known-partner.js';
import { ReasonBody } from '../reason.body.js';
const params = { id: 'The id of the endpoint.' };
const endpointNotFound = refusal(
  404,
  'webhook_endpoint_not_found',
  'The partner has no webhook endpoint with this id.',
);
const [disabled] = redeliveryRefusals;

@Controller('staff/partners/:partnerId/webhook-endpoints')
export class WebhooksController {
  constructor(
    private readonly endpoints: EndpointManager,
    private readonly redeliverer: Redeliverer,
  ) {}

  @StaffEndpoint('session', {
    summary: 'List a partner’s webhook endpoints',
    description: 'In the order of their creation, without their secrets.',
    answers: { 200: [webhookEndpointList, 'The endpoints.'] },
    refuses: [partnerNotFound],
  })
  @Get()
  async listPartnerWebhooks(@PartnerParam() id: string) {
    return { endpoints: (await this.endpoints.list(id)).map(endpointView) };
  }

  @StaffEndpoint('session', {
    summary: 'List the deliveries of a webhook endpoint',
    description: 'Deliveries of the last 30 days with their attempts, the latest first.',
    params,
    answers: { 200: [webhookDeliveries, 'One page.'] },
    refuses: [partnerNotFound, endpointNotFound],
  })
  @Get(':id/deliveries')
  async listPartnerWebhookDeliveries(
    @PartnerParam() id: string,
    @Param('id') endpointId: string,
    @Query() query: DeliveriesQuery,
  ) {
    const page = pageOf(query);
    const { rows, total } = await this.redeliverer.page(id, endpointId, query, page);
    return { deliveries: rows.map(deliveryView), metadata: { total, ...page } };
  }

  @StaffEndpoint('operator', {
    summary: 'Retry a delivery',
    description: 'Sends a failed or waiting delivery again at once.',
    params,
    answers: { 200: [webhookDelivery, 'The delivery, which is pending.'] },
    refuses: [partnerNotFound, endpointNotFound, deliveryNotFound, deliveryFinal, disabled!],
  })
  @Post(':id/deliveries/:deliveryId/retry')
  async retryPartnerWebhookDelivery(
    @PartnerParam() id: string,
    @Param('id') endpointId: string,
    @Param('deliveryId') deliveryId: string,
  ) {
    return deliveryView(await this.redeliverer.retry(id, endpointId, deliveryId));
  }

  @StaffEndpoint('operator', {
    summary: 'Recover undelivered events',
    description:
      'Sends again, in order, each event after this one that the endpoint has not received.',
    params,
    answers: { 202: [redeliveryAnswer, 'Accepted.'] },
    refuses: [partnerNotFound, endpointNotFound, ...redeliveryRefusals, cursorUnknown('/after')],
  })
  @Post(':id/recover')
  async recoverPartnerWebhookEvents(
    @PartnerParam() partnerId: string,
    @Param('id') endpointId: string,
    @Body() { after }: RecoverBody,
    @ByStaff() by: Operator,
  ) {
    const cause = operatorCause(partnerId, by);
    const wanted = { kind: 'recover', after } as const;
    return { id: await this.redeliverer.request(cause, endpointId, wanted) };
  }

  @StaffEndpoint('operator', {
    summary: 'Replay events',
    description:
      'Sends the events of a part of the feed again, in order, with the header `webhook-replay: true`.',
    params,
    answers: { 202: [redeliveryAnswer, 'Accepted.'] },
    refuses: [partnerNotFound, endpointNotFound, ...redeliveryRefusals, cursorUnknown('/after')],
  })
  @Post(':id/replay')
  async replayPartnerWebhookEvents(
    @PartnerParam() partnerId: string,
    @Param('id') endpointId: string,
    @Body() { after, until, types }: ReplayBody,
    @ByStaff() by: Operator,
  ) {
    const cause = operatorCause(partnerId, by);
    const wanted = { kind: 'replay', after, until, types: listed(types) } as const;
    return { id: await this.redeliverer.request(cause, endpointId, wanted) };
  }

  @StaffEndpoint('operator', {
    summary: 'Disable a webhook endpoint',
    description:
      'Stops the deliveries of the endpoint and ends its attention entry. The partner can enable the endpoint again.',
    params,
    answers: { 200: [webhookEndpoint, 'Disabled, now or earlier.'] },
    refuses: [partnerNotFound, endpointNotFound],
  })
  @Post(':id/disable')
  async disablePartnerWebhook(
    @PartnerParam() partnerId: string,
    @Param('id') endpointId: string,
    @Body() { reason }: ReasonBody,
    @ByStaff() by: Operator,
  ) {
    const cause = operatorCause(partnerId, by);
    return endpointView(await this.redeliverer.disable(cause, endpointId, reason));
  }
}
