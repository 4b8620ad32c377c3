import { Controller, Get, Inject, Param } from '@nestjs/common';
import { isUuid } from '#kernel/ids.js';
import { notFound } from '#kernel/refused.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { refusal } from '#http/endpoint.js';
import { EVENT_LOG } from '#kernel/tokens.js';
import { StaffEndpoint } from '#staff/staff.api.module.js';
import { type Kind, historyOf, timeline } from './history.js';
const answers = { 200: [timeline, 'The history.'] } as const;
const description =
  'All events of the object, each with its actor and request. The first event names the user.';

@Controller('staff')
export class HistoriesController {
  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly store: EventStore,
  ) {}

  @StaffEndpoint('session', {
    summary: 'Show a deposit’s history',
    description,
    answers,
    refuses: [refusal(404, 'transaction_not_found', 'There is no deposit with this id.')],
  })
  @Get('deposits/:id/history')
  showDepositHistory(@Param('id') id: string) {
    return this.history('deposit', id, 'transaction_not_found');
  }

  @StaffEndpoint('session', {
    summary: 'Show an order’s history',
    description,
    answers,
    refuses: [refusal(404, 'order_not_found', 'There is no order with this id.')],
  })
  @Get('orders/:id/history')
  showOrderHistory(@Param('id') id: string) {
    return this.history('order', id, 'order_not_found');
  }

  @StaffEndpoint('session', {
    summary: 'Show a verification’s history',
    description,
    answers,
    refuses: [refusal(404, 'verification_not_found', 'There is no verification with this id.')],
  })
  @Get('verifications/:id/history')
  showVerificationHistory(@Param('id') id: string) {
    return this.history('verification', id, 'verification_not_found');
  }

  private async history(kind: Kind, id: string, code: string) {
    const { log, store } = this;
    const events = isUuid(id) ? await historyOf({ log, store }, kind, id) : [];
    if (events.length === 0) throw notFound(code, `There is no ${kind} with this id`);
    return { events };
  }
}
