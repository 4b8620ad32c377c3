import {
  Controller,
  Get,
  Headers,
  Inject,
  type OnModuleDestroy,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { TextParameter, WordsParameter } from '#http/query-fields.js';
import { type RequestAuthenticator, TOKEN_AUTHENTICATOR } from '#http/request-authenticator.js';
import { tooManyAtOnce } from '#kernel/refused.js';
import { EVENT_TYPES, type EventType } from '../event/event-types.js';
import { EventReader } from '../event/event-reader.js';
import { EventStream } from './event-stream.js';
import { Feed } from './feed.js';

const STREAMS_PER_PARTNER_MAX = 10;
const PAGE = 100;

class StreamQuery {
  @TextParameter({
    optional: true,
    max: 60,
    about: 'Only later events than this one: an event id, or `next` of a page of the feed.',
  })
  readonly after?: string;

  @WordsParameter(EVENT_TYPES, { about: 'Only events of these types, separated by commas.' })
  readonly types?: string;
}

const eventStream = z.string().meta({
  id: 'EventStream',
  description:
    'Server-sent events. `id:` is the id of the event, `data:` the event as JSON on one line. A comment follows every 15 s.',
  examples: [
    'id: evt_5c5eb5b6-3f0e-5d92-8f3a-6c1f7d8e9a01\ndata: {"id":"evt_5c5eb5b6-3f0e-5d92-8f3a-6c1f7d8e9a01","type":"order.filled"}\n\n',
  ],
});

@Controller('v1/events')
export class StreamEventsController implements OnModuleDestroy {
  private readonly ending = new AbortController();
  private readonly open = new Map<string, number>();

  constructor(
    private readonly feed: Feed,
    private readonly reader: EventReader,
    @Inject(TOKEN_AUTHENTICATOR) private readonly authenticator: RequestAuthenticator,
  ) {}

  onModuleDestroy(): void {
    this.ending.abort();
  }

  @Endpoint({
    summary: 'Stream the feed of events',
    description:
      'The events of the feed as server-sent events, first the existing ones, then each new one. `Last-Event-ID` resumes after an event and takes precedence over `after`. The stream ends when the token ends: refresh it and connect again. At most 10 streams at once.',
    answers: { 200: [eventStream, 'The stream.'] },
    answersAs: 'text/event-stream',
    refuses: [
      refusal(
        422,
        'cursor_unknown',
        '`after` is neither an event of yours nor a cursor.',
        '/after',
      ),
    ],
  })
  @Get('stream')
  async streamEvents(
    @CurrentCaller() { partnerId }: Caller,
    @Query() query: StreamQuery,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    const types = query.types === undefined ? null : (query.types.split(',') as EventType[]);
    const read = (after: string | null) =>
      this.feed.page(partnerId, { after, types, objectId: null, limit: PAGE });
    const first = await read(lastEventId ?? query.after ?? null);
    const leave = this.enter(partnerId);
    const stream = new EventStream({
      read,
      events: (rows) => this.reader.events(rows),
      isAdmitted: () => this.isAdmitted(request, reply),
      signal: this.ending.signal,
    });
    void reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no');
    return Readable.from(stream.lines(first), { objectMode: false }).once('close', leave);
  }

  private enter(partnerId: string): () => void {
    const count = this.open.get(partnerId) ?? 0;
    if (count >= STREAMS_PER_PARTNER_MAX)
      throw tooManyAtOnce(
        `At most ${STREAMS_PER_PARTNER_MAX} streams at once`,
        STREAMS_PER_PARTNER_MAX,
      );
    this.open.set(partnerId, count + 1);
    return () => void this.open.set(partnerId, (this.open.get(partnerId) ?? 1) - 1);
  }

  /** Returns false if the token has expired or was revoked, and while this cannot be checked. */
  private async isAdmitted(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    try {
      await this.authenticator.admit(request, reply);
      return true;
    } catch {
      return false;
    }
  }
}
