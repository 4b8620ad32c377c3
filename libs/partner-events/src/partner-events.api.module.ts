import { Module } from '@nestjs/common';
import { AuthApiModule } from '#auth/auth.api.module.js';
import { EventReader } from './event/event-reader.js';
import { Feed } from './feed/feed.js';
import { ListEventsController } from './feed/list-events.controller.js';
import { StreamEventsController } from './feed/stream-events.controller.js';

@Module({
  imports: [AuthApiModule],
  controllers: [StreamEventsController, ListEventsController],
  providers: [Feed, EventReader],
})
export class PartnerEventsApiModule {}
