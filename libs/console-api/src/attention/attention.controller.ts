import { Body, Controller, Get, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Attention } from '#operations/attention/attention.js';
import type { Logger } from '#kernel/logger.js';
import { Refused, conflict, unavailable } from '#kernel/refused.js';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { refusal } from '#http/endpoint.js';
import { TextField } from '#http/fields.js';
import { LOGGER } from '#kernel/tokens.js';
import {
  ByStaff,
  CurrentStaff,
  QueueActions,
  type SignedIn,
  StaffEndpoint,
} from '#staff/staff.api.module.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Rows } from '#read-models/rows.js';
import { withDisplayNames } from './attention-names.js';
import { withCloserEmail } from './closer-email.js';
import { ReasonBody } from '../reason.body.js';
import { attentionList, closedAnswer, lookedUp, retried } from './attention.view.js';
import { RETRY_AFTER_PROVIDER_S } from '#kernel/timing.js';

const EntryIdField = () =>
  TextField({
    about: 'Id of the entry.',
    example: 'credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690',
  });

class EntryBody {
  @EntryIdField() readonly id!: string;
}

class CloseBody extends ReasonBody {
  @EntryIdField() readonly id!: string;
}
const nothingWaits = refusal(404, 'nothing_waits', 'No work waits under this id, or it has ended.');

@Controller('staff/attention')
export class AttentionController {
  constructor(
    private readonly attention: Attention,
    private readonly actions: QueueActions,
    private readonly store: EventStore,
    private readonly rows: Rows,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @StaffEndpoint('session', {
    summary: 'List entries that need attention',
    description:
      'Each entry has its cause, start, attempts and next steps. An entry disappears when its work continues.',
    answers: { 200: [attentionList, 'Stuck and failing work.'] },
  })
  @Get()
  async listAttention() {
    const entries = await this.attention.list(new Date(), { failing: true });
    return { entries: await withDisplayNames({ store: this.store, rows: this.rows }, entries) };
  }

  @StaffEndpoint('operator', {
    summary: 'Look up an entry at the provider',
    description:
      'Shows the current state of the object at the provider, without changes on either side.',
    answers: { 200: [lookedUp, 'State at the provider.'] },
    refuses: [
      nothingWaits,
      refusal(409, 'no_provider', 'The object does not exist at a provider.'),
      refusal(503, 'provider_unavailable', 'The provider is unavailable. See the detail.'),
    ],
  })
  @Post('look-up')
  async lookUpAttention(@Body() { id }: EntryBody, @Req() request: FastifyRequest) {
    const now = new Date();
    const found = await this.asked(id, request.id, now);
    if (found === null) throw conflict('no_provider', 'The object does not exist at a provider');
    return { id, found, at: now.toISOString() };
  }

  @StaffEndpoint('operator', {
    summary: 'Retry an entry',
    description:
      'Enqueues the job now, or requests the rebuild of the read models. Repeats are safe: effects happen once.',
    answers: { 200: [retried, 'The retry was requested.'] },
    refuses: [
      nothingWaits,
      refusal(
        409,
        'cannot_be_retried',
        'The entry cannot be retried. The detail has the next step.',
      ),
    ],
  })
  @Post('retry')
  async retryAttention(
    @Body() { id }: EntryBody,
    @CurrentStaff() staff: SignedIn,
    @Req() { id: requestId, method, url }: FastifyRequest,
  ) {
    await this.actions.record(staff, { id: requestId, method, url: `${url}/${id}` });
    return { asked: await this.attention.retry(id, new Date()) };
  }

  @StaffEndpoint('operator', {
    summary: 'Close an entry',
    description:
      'Ends a deposit or an order that cannot continue; see `closing` of the entry. Other entries are rejected with the next step.',
    answers: { 200: [closedAnswer, 'Recorded. The service ends the work automatically.'] },
    refuses: [
      nothingWaits,
      refusal(404, 'transaction_not_found', 'There is no deposit with this id.'),
      refusal(404, 'order_not_found', 'There is no order with this id.'),
      refusal(
        409,
        'cannot_be_closed',
        'The entry cannot be closed manually. The detail has the next step.',
      ),
      refusal(
        409,
        'closed_already',
        'An operator closed it earlier; see the detail. A repeat with the same reason by the same person succeeds.',
      ),
      refusal(409, 'order_final', 'The order has ended already.'),
    ],
  })
  @Post('close')
  async closeAttention(@Body() { id, reason }: CloseBody, @ByStaff() by: Operator) {
    try {
      return { id, follows: await this.attention.close(id, { reason, by }, new Date()) };
    } catch (error) {
      throw await withCloserEmail(this.store, error);
    }
  }

  private async asked(id: string, requestId: string, now: Date): Promise<string | null> {
    try {
      return await this.attention.lookUp(id, requestId, now);
    } catch (error) {
      if (error instanceof Refused) throw error;
      this.logger.warn(
        { err: error, correlationId: requestId },
        'failed to look up an entry at the provider',
      );
      throw unavailable(
        'provider_unavailable',
        `The provider is unavailable: ${String(error)}`,
        RETRY_AFTER_PROVIDER_S,
      );
    }
  }
}
