import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { partners } from '#auth';
import { accountOwner } from '#onboarding';
import { isUuid } from '#platform/core/ids.js';
import { EventStore } from '#platform/event-store/event-store.js';
import type { Operator } from '#platform/event-store/operator-cause.js';
import { refusal } from '#platform/http/endpoint.js';
import { TextField } from '#platform/http/fields.js';
import {
  DismissDifference,
  type KnownDifference,
  RECONCILIATION,
  RequestReconciliation,
  reconciliations,
} from '#settlement';
import { staffAccounts } from '#staff';
import { ByStaff, StaffEndpoint } from '#staff/api';
import { ReasonField } from '../reason-field.js';
import {
  differenceView,
  dismissedAnswer,
  reconciliationAnswer,
  requestedAnswer,
  runView,
} from './reconciliation.view.js';

const RUNS_SHOWN = 30;
const DISMISSED_SHOWN = 50;

class DismissBody {
  @ReasonField({ about: 'Kept in the log.', example: 'The partner credited it by hand' })
  readonly reason!: string;

  @TextField({
    optional: true,
    about: 'As the difference was shown: one that says something else by now stays open.',
    example: '2026-03-02T15:00:00.000Z',
  })
  readonly openedAt?: string;
}

const tag = 'Reconciliation';

@Controller('staff/reconciliation')
export class ReconciliationController {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
  ) {}

  @StaffEndpoint('session', {
    id: 'showReconciliation',
    tag,
    summary: 'Show how log and broker agree',
    description:
      'What changed is compared every hour, and the whole of yesterday every night. A difference goes when a later run does not find it any more.',
    answers: { 200: [reconciliationAnswer, 'The differences, and the last runs.'] },
  })
  @Get()
  async show() {
    const state = await this.store.load(reconciliations, RECONCILIATION);
    const latestFirst = [...state.differences.values()].sort((one, other) =>
      other.openedAt.localeCompare(one.openedAt),
    );
    const open = latestFirst.filter(({ dismissed }) => dismissed === null);
    const dismissed = latestFirst.filter((each) => each.dismissed !== null);
    const shown = [...open, ...dismissed.slice(0, DISMISSED_SHOWN)];
    return {
      requestedAt: state.requestedAt,
      open: open.length,
      differences: await Promise.all(shown.map((each) => this.named(each))),
      runs: state.runs.slice(0, RUNS_SHOWN).map(runView),
    };
  }

  @StaffEndpoint('session', {
    id: 'requestReconciliation',
    tag,
    summary: 'Compare now',
    description:
      'What changed since the last run, and every difference that is open, a few seconds from now. Asking again while it is waited for changes nothing.',
    answers: { 200: [requestedAnswer, 'It is asked for.'] },
  })
  @Post('runs')
  @HttpCode(200)
  request(@ByStaff() by: Operator) {
    return this.commands.execute(new RequestReconciliation(by));
  }

  @StaffEndpoint('session', {
    id: 'dismissDifference',
    tag,
    summary: 'Dismiss a difference',
    description:
      'Somebody has seen to it, or it is none. It stays away until it says something else than now.',
    params: { id: 'The id of the difference.' },
    answers: { 200: [dismissedAnswer, 'Dismissed, now or earlier.'] },
    refuses: [
      refusal(404, 'difference_not_found', 'There is no such difference, or not any more.'),
      refusal(409, 'difference_told_anew', 'It says something else than at `openedAt`.'),
      refusal(
        409,
        'dismissed_already',
        'Somebody did before; the detail says when and why. The same reason of the same person again is no fault.',
      ),
    ],
  })
  @Post('differences/:id/dismiss')
  @HttpCode(200)
  async dismiss(
    @Param('id') id: string,
    @Body() { reason, openedAt }: DismissBody,
    @ByStaff() by: Operator,
  ) {
    await this.commands.execute(new DismissDifference(id, reason, by, openedAt));
    return { id };
  }

  private async named(difference: KnownDifference) {
    const { partnerId, accountId, dismissed } = difference;
    const { id: known, name } =
      partnerId === null ? NOBODY : await this.store.load(partners, partnerId);
    const staffId = (dismissed?.by ?? '').replace('staff:', '');
    const account = isUuid(staffId) ? await this.store.load(staffAccounts, staffId) : null;
    const email = account?.email ?? dismissed?.by ?? '';
    const userId = accountId === null ? null : await accountOwner(this.store, accountId);
    return differenceView(difference, { partnerName: known === null ? null : name, userId }, email);
  }
}

const NOBODY = { id: null, name: '' };
