import { Body, Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Attention } from '#platform/attention/attention.js';
import type { Logger } from '#platform/core/logger.js';
import { Refused, conflict, unavailable } from '#platform/core/refused.js';
import { RETRY_AFTER_PROVIDER_S } from '#platform/core/timing.js';
import type { Operator } from '#platform/event-store/operator-cause.js';
import { refusal } from '#platform/http/endpoint.js';
import { TextField } from '#platform/http/fields.js';
import { LOGGER } from '#platform/platform.module.js';
import { ByStaff, CurrentStaff, QueueActions, type SignedIn, StaffEndpoint } from '#staff/api';
import { EventStore } from '#platform/event-store/event-store.js';
import { Rows } from '#platform/read-store/rows.js';
import { withNames } from './attention-names.js';
import { namingWhoClosed } from './who-closed.js';
import { ReasonField } from '../reason-field.js';
import { attentionList, closedAnswer, lookedUp, retried } from './attention.view.js';

class EntryBody {
  @TextField({
    about: 'Of the entry.',
    example: 'credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690',
  })
  readonly id!: string;
}

class CloseBody extends EntryBody {
  @ReasonField({ about: 'Kept in the log.', example: 'The partner credited it by hand' })
  readonly reason!: string;
}

const tag = 'Attention';
const nothingWaits = refusal(404, 'nothing_waits', 'Nothing waits under this id, or not any more.');

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
    id: 'listAttention',
    tag,
    summary: 'List what needs attention',
    description:
      'What happened, since when, what was tried and what can be done. An entry goes when what it is about goes on.',
    answers: { 200: [attentionList, 'What is stuck, and what is failing.'] },
  })
  @Get()
  async list() {
    const entries = await this.attention.list(new Date(), { failing: true });
    return { entries: await withNames({ store: this.store, rows: this.rows }, entries) };
  }

  @StaffEndpoint('operator', {
    id: 'lookUpAttention',
    tag,
    summary: 'Ask the provider about an entry',
    description: 'How it has the thing now. Changes nothing on either side.',
    answers: { 200: [lookedUp, 'What it says.'] },
    refuses: [
      nothingWaits,
      refusal(409, 'no_provider', 'No provider knows of such things.'),
      refusal(503, 'provider_unavailable', 'It does not answer; the detail says how.'),
    ],
  })
  @Post('look-up')
  @HttpCode(200)
  async lookUp(@Body() { id }: EntryBody, @Req() request: FastifyRequest) {
    const now = new Date();
    const found = await this.asked(id, request.id, now);
    if (found === null) throw conflict('no_provider', 'No provider can be asked about this');
    return { id, found, at: now.toISOString() };
  }

  @StaffEndpoint('operator', {
    id: 'retryAttention',
    tag,
    summary: 'Retry an entry',
    description:
      'Its job, or the rebuild of its read models, is asked for now. Repeats are harmless: what was done is not done twice.',
    answers: { 200: [retried, 'Asked for.'] },
    refuses: [
      nothingWaits,
      refusal(409, 'cannot_be_retried', 'No work waits; the detail says what to do instead.'),
    ],
  })
  @Post('retry')
  @HttpCode(200)
  async retry(
    @Body() { id }: EntryBody,
    @CurrentStaff() staff: SignedIn,
    @Req() { id: requestId, method, url }: FastifyRequest,
  ) {
    await this.actions.record(staff, { id: requestId, method, url: `${url}/${id}` });
    return { asked: await this.attention.retry(id, new Date()) };
  }

  @StaffEndpoint('operator', {
    id: 'closeAttention',
    tag,
    summary: 'Close an entry',
    description:
      'Ends a deposit or an order that cannot go on; `closing` of the entry says what that means. All else is refused with what to do instead.',
    answers: { 200: [closedAnswer, 'Kept; what follows comes by itself.'] },
    refuses: [
      nothingWaits,
      refusal(404, 'transaction_not_found', 'There is no such deposit.'),
      refusal(404, 'order_not_found', 'There is no such order.'),
      refusal(409, 'cannot_be_closed', 'Not by people; the detail says what to do instead.'),
      refusal(
        409,
        'closed_already',
        'Somebody did before; the detail says who, when and why. The same reason of the same person again is no fault.',
      ),
      refusal(409, 'order_final', 'The order has ended already.'),
    ],
  })
  @Post('close')
  @HttpCode(200)
  async close(@Body() { id, reason }: CloseBody, @ByStaff() by: Operator) {
    try {
      return { id, follows: await this.attention.close(id, { reason, by }, new Date()) };
    } catch (error) {
      throw await namingWhoClosed(this.store, error);
    }
  }

  private async asked(id: string, requestId: string, now: Date): Promise<string | null> {
    try {
      return await this.attention.lookUp(id, requestId, now);
    } catch (error) {
      if (error instanceof Refused) throw error;
      this.logger.warn({ err: error, correlationId: requestId }, 'look-up without answer');
      throw unavailable(
        'provider_unavailable',
        `The provider does not answer: ${String(error)}`,
        RETRY_AFTER_PROVIDER_S,
      );
    }
  }
}
