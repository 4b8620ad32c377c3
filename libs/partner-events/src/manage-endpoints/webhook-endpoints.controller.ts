import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Caller, CurrentCaller, causeOf } from '#http/caller.js';
import { Endpoint, nothing, refusal } from '#http/endpoint.js';
import { TextField, WholeField, WordField, WordListField } from '#http/fields.js';
import { Keyed, applyResponse } from '#http/idempotency/keyed-request.js';
import { WordParameter } from '#http/query-fields.js';
import type { KeyedRequest } from '#kernel/idempotency/keyed-request.js';
import { DAY_S } from '#kernel/duration.js';
import { URL_MAX } from '../deliver/allowed-targets.js';
import { EVENT_TYPES } from '../event/event-types.js';
import {
  endpointView,
  newWebhookEndpoint,
  rotatedSecret,
  webhookEndpoint,
  webhookEndpointList,
} from '../list-endpoints/webhook-endpoint.view.js';
import { DISABLED, ENABLED } from '../list-endpoints/webhook-endpoints.projection.js';
import { EndpointManager } from './endpoint-manager.js';

/** Longest time in which two secrets sign. */
const OVERLAP_MAX_S = 7 * DAY_S;
/** Default of the time in which two secrets sign. */
const OVERLAP_DEFAULT_S = DAY_S;
const DESCRIPTION_MAX = 255;

const url = {
  max: URL_MAX,
  code: 'url_not_allowed',
  about:
    '`https`, without user information, on port 443, 8443 or above 1024, at public addresses only. The sandbox also allows `http` at loopback addresses.',
  example: 'http://127.0.0.1:8443/webhooks',
};
const types = {
  optional: true,
  about: 'Types of events that the endpoint receives. Absent or empty: all types.',
  example: ['order.filled', 'funding.completed'],
};
const description = {
  optional: true,
  min: 0,
  max: DESCRIPTION_MAX,
  about: 'Your own description. Empty: none.',
  example: 'Production',
};

class CreateWebhookEndpointBody {
  @TextField(url) readonly url!: string;
  @WordListField(EVENT_TYPES, 'event_type_unknown', types) readonly types?: string[];
  @TextField(description) readonly description?: string;
}

class ChangeWebhookEndpointBody {
  @TextField({ ...url, optional: true }) readonly url?: string;
  @WordListField(EVENT_TYPES, 'event_type_unknown', types) readonly types?: string[];
  @TextField(description) readonly description?: string;

  @WordField([ENABLED, DISABLED], 'status_invalid', {
    optional: true,
    about: '`disabled` stops deliveries. `enabled` continues them.',
    example: ENABLED,
  })
  readonly status?: 'enabled' | 'disabled';
}

class ChangeWebhookEndpointQuery {
  @WordParameter(['now'], {
    about: 'With `now`, an endpoint that is enabled again leaves out earlier events.',
  })
  readonly from?: 'now';
}

class RotateSecretBody {
  @WholeField({
    min: 0,
    max: OVERLAP_MAX_S,
    optional: true,
    about: `Seconds in which the previous secret also signs. Default ${OVERLAP_DEFAULT_S}.`,
    example: OVERLAP_DEFAULT_S,
  })
  readonly overlapSeconds?: number;
}
const params = { id: 'The id of the endpoint.' };
export const endpointNotFound = refusal(
  404,
  'webhook_endpoint_not_found',
  'You have no webhook endpoint with this id.',
);
const urlRefusals = [
  refusal(422, 'url_not_allowed', 'Webhooks may not reach this URL. See the detail.', '/url'),
  refusal(422, 'url_not_resolved', 'The host name has no address now.', '/url'),
];

const orNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text;

const listOrNull = (list: readonly string[] | undefined): readonly string[] | null =>
  list === undefined || list.length === 0 ? null : list;

@Controller('v1/webhook-endpoints')
export class WebhookEndpointsController {
  constructor(private readonly endpoints: EndpointManager) {}

  @Endpoint({
    summary: 'Create a webhook endpoint',
    description:
      'Events after this moment are sent to the endpoint, in order for each object. Store the secret, which is shown once. At most 5 endpoints.',
    answers: { 201: [newWebhookEndpoint, 'Created.'] },
    refuses: [
      refusal(409, 'webhook_endpoint_limit', 'You already have 5 endpoints.'),
      ...urlRefusals,
    ],
    idempotencyKey: true,
  })
  @Post()
  async createWebhookEndpoint(
    @CurrentCaller() caller: Caller,
    @Keyed() keyed: KeyedRequest | null,
    @Body() body: CreateWebhookEndpointBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const settings = {
      url: body.url,
      types: listOrNull(body.types),
      description: orNull(body.description),
    };
    const response = await this.endpoints.create(causeOf(caller), keyed, settings);
    const { endpoint, secret } = applyResponse(reply, response);
    return { ...endpointView(endpoint), secret };
  }

  @Endpoint({
    summary: 'List webhook endpoints',
    description: 'Your endpoints, without their secrets.',
    answers: { 200: [webhookEndpointList, 'The endpoints.'] },
  })
  @Get()
  async listWebhookEndpoints(@CurrentCaller() { partnerId }: Caller) {
    return { endpoints: (await this.endpoints.list(partnerId)).map(endpointView) };
  }

  @Endpoint({
    summary: 'Get a webhook endpoint',
    description: 'One endpoint, without its secret.',
    params,
    answers: { 200: [webhookEndpoint, 'The endpoint.'] },
    refuses: [endpointNotFound],
  })
  @Get(':id')
  async getWebhookEndpoint(@CurrentCaller() { partnerId }: Caller, @Param('id') id: string) {
    return endpointView(await this.endpoints.find(partnerId, id));
  }

  @Endpoint({
    summary: 'Change a webhook endpoint',
    description:
      'Changes only the fields that it has. An endpoint that is enabled again continues at the first event that it has not received, or with `from=now` at the present.',
    params,
    answers: { 200: [webhookEndpoint, 'The changed endpoint.'] },
    refuses: [endpointNotFound, ...urlRefusals],
  })
  @Patch(':id')
  async changeWebhookEndpoint(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() { from }: ChangeWebhookEndpointQuery,
    @Body() body: ChangeWebhookEndpointBody,
  ) {
    const change = {
      ...(body.url === undefined ? {} : { url: body.url }),
      ...(body.types === undefined ? {} : { types: listOrNull(body.types) }),
      ...(body.description === undefined ? {} : { description: orNull(body.description) }),
      ...(body.status === undefined ? {} : { status: body.status }),
    };
    const fromNow = from === 'now';
    return endpointView(await this.endpoints.change(causeOf(caller), id, change, fromNow));
  }

  @Endpoint({
    summary: 'Delete a webhook endpoint',
    description: 'Ends its deliveries. The feed still has every event.',
    params,
    answers: { 204: [nothing, 'Deleted.'] },
    refuses: [endpointNotFound],
  })
  @Delete(':id')
  async deleteWebhookEndpoint(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
  ): Promise<void> {
    await this.endpoints.delete(causeOf(caller), id);
  }

  @Endpoint({
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Creates a new secret. Until the overlap ends, each delivery has two signatures, one of each secret.',
    params,
    answers: { 200: [rotatedSecret, 'The new secret.'] },
    refuses: [endpointNotFound],
    idempotencyKey: true,
  })
  @Post(':id/rotate-secret')
  async rotateWebhookSecret(
    @CurrentCaller() caller: Caller,
    @Keyed() keyed: KeyedRequest | null,
    @Param('id') id: string,
    @Body() { overlapSeconds = OVERLAP_DEFAULT_S }: RotateSecretBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const response = this.endpoints.rotate(causeOf(caller), keyed, id, overlapSeconds);
    return applyResponse(reply, await response);
  }
}
