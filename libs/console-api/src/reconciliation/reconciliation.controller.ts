import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { partners } from '#auth/partner/partner.state.js';
import { accountOwner } from '#onboarding/open-account/account-owner.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { refusal } from '#http/endpoint.js';
import { TextField } from '#http/fields.js';
import { DismissDifference } from '#reconciliation/dismiss-difference/dismiss-difference.handler.js';
import {
  type KnownDifference,
  RECONCILIATION,
  reconciliations,
} from '#reconciliation/reconciliation/reconciliation.state.js';
import { RequestReconciliation } from '#reconciliation/request-reconciliation/request-reconciliation.handler.js';
import { staffEmailOf } from '#staff/account/staff-email.js';
import { ByStaff, StaffEndpoint } from '#staff/staff.api.module.js';
import { ReasonBody } from '../reason.body.js';
import {
  differenceView,
  dismissedAnswer,
  reconciliationAnswer,
  requestedAnswer,
  runView,
} from './reconciliation.view.js';

const RUNS_SHOWN = 30;
const DISMISSED_SHOWN = 50;

class DismissBody extends ReasonBody {
  @TextField({
    optional: true,
    about: '`openedAt` of the difference. A difference whose text has changed stays open.',
    example: '2026-03-02T15:00:00.000Z',
  })
  readonly openedAt?: string;
}

@Controller('staff/reconciliation')
export class ReconciliationController {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
  ) {}

  @StaffEndpoint('session', {
    summary: 'Show the differences between log and broker',
    description:
      'The service compares changes every hour and the whole previous day every night. A second run confirms a difference. A difference disappears when a later run no longer finds it.',
    answers: { 200: [reconciliationAnswer, 'Differences and the last runs.'] },
  })
  @Get()
  async showReconciliation() {
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
    summary: 'Compare now',
    description:
      'Compares all changes since the last run and all open differences within seconds. A repeat while the run is pending changes nothing.',
    answers: { 200: [requestedAnswer, 'The run is requested.'] },
  })
  @Post('runs')
  requestReconciliation(@ByStaff() by: Operator) {
    return this.commands.execute(new RequestReconciliation(by));
  }

  @StaffEndpoint('session', {
    summary: 'Dismiss a difference',
    description:
      'Dismisses a difference that is resolved or harmless. It appears again if its text changes.',
    params: { id: 'The id of the difference.' },
    answers: { 200: [dismissedAnswer, 'Dismissed, now or earlier.'] },
    refuses: [
      refusal(
        404,
        'difference_not_found',
        'There is no difference with this id, or it is resolved.',
      ),
      refusal(
        409,
        'difference_told_anew',
        'The text of the difference has changed since `openedAt`.',
      ),
      refusal(
        409,
        'dismissed_already',
        'An operator dismissed it earlier; see the detail. A repeat with the same reason by the same person succeeds.',
      ),
    ],
  })
  @Post('differences/:id/dismiss')
  async dismissDifference(
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
      partnerId === null ? UNKNOWN_PARTNER : await this.store.load(partners, partnerId);
    const by = dismissed?.by ?? '';
    const email = (await staffEmailOf(this.store, by)) ?? by;
    const userId = accountId === null ? null : await accountOwner(this.store, accountId);
    return differenceView(difference, { partnerName: known === null ? null : name, userId }, email);
  }
}

const UNKNOWN_PARTNER = { id: null, name: '' };
