import { Controller, Get, Param, Query } from '@nestjs/common';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import {
  IdParameter,
  LimitQuery,
  TextParameter,
  WordsParameter,
  limitOf,
} from '#http/query-fields.js';
import { notFound } from '#kernel/refused.js';
import { Undelivered } from '../deliveries/undelivered.js';
import { EndpointManager } from '../manage-endpoints/endpoint-manager.js';
import { endpointNotFound } from '../manage-endpoints/webhook-endpoints.controller.js';
import { EVENT_TYPES, type EventType } from '../event/event-types.js';
import { EXAMPLE_ID, eventPage, partnerEvent } from '../event/event.view.js';
import { EventReader } from '../event/event-reader.js';
import { Feed, cursorOf } from './feed.js';

class EventsQuery extends LimitQuery {
  @TextParameter({
    optional: true,
    max: 60,
    about: 'Only later events than this one: an event id, or `next` of an earlier page.',
  })
  readonly after?: string;

  @WordsParameter(EVENT_TYPES, { about: 'Only events of these types, separated by commas.' })
  readonly types?: string;

  @IdParameter({ about: 'Only events about this object.' }) readonly objectId?: string;

  @IdParameter({ about: 'Only events that this webhook endpoint has not received.' })
  readonly undeliveredTo?: string;
}

@Controller('v1/events')
export class ListEventsController {
  constructor(
    private readonly feed: Feed,
    private readonly reader: EventReader,
    private readonly endpoints: EndpointManager,
    private readonly undelivered: Undelivered,
  ) {}

  @Endpoint({
    summary: 'Read the feed of events',
    description:
      'Everything that happened to your objects, in one order. Keep `next` and pass it as `after` of the next request. An event that the feed returned stays in the feed, and no new event appears before a cursor that you have. With `undeliveredTo`, a page may have fewer events than `limit` while `hasMore` is true.',
    answers: { 200: [eventPage, 'One page of the feed.'] },
    refuses: [
      refusal(
        422,
        'cursor_unknown',
        '`after` is neither an event of yours nor a cursor.',
        '/after',
      ),
      endpointNotFound,
    ],
  })
  @Get()
  async listEvents(@CurrentCaller() { partnerId }: Caller, @Query() query: EventsQuery) {
    const filter = {
      after: query.after ?? null,
      types: query.types === undefined ? null : (query.types.split(',') as EventType[]),
      objectId: query.objectId?.toLowerCase() ?? null,
      limit: limitOf(query),
    };
    const { rows, next, hasMore } =
      query.undeliveredTo === undefined
        ? await this.feed.page(partnerId, filter)
        : await this.undelivered.page(
            await this.endpoints.find(partnerId, query.undeliveredTo),
            filter,
          );
    return { events: await this.reader.events(rows), next: cursorOf(next), hasMore };
  }

  @Endpoint({
    summary: 'Get an event',
    description: 'One event of the feed. It is the same at every time.',
    params: { id: { about: 'The id of the event.', example: EXAMPLE_ID } },
    answers: { 200: [partnerEvent, 'The event.'] },
    refuses: [refusal(404, 'event_not_found', 'You have no event with this id.')],
  })
  @Get(':id')
  async getEvent(@CurrentCaller() { partnerId }: Caller, @Param('id') id: string) {
    const row = await this.feed.byId(partnerId, id);
    const [event] = row === null ? [] : await this.reader.events([row]);
    if (event === undefined) throw notFound('event_not_found', 'The event does not exist');
    return event;
  }
}
