import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DecideVerification } from '#kyc/decide-verification/decide-verification.handler.js';
import { verificationTable } from '#kyc/show-verification/verifications.projection.js';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { refusal } from '#http/endpoint.js';
import { WordField } from '#http/fields.js';
import { Rows } from '#read-models/rows.js';
import { ByStaff, CurrentStaff, type SignedIn, StaffEndpoint } from '#staff/staff.api.module.js';
import { CloseUser } from '#users/close-user/close-user.handler.js';
import { ReinstateUser } from '#users/reinstate-user/reinstate-user.handler.js';
import { SuspendUser } from '#users/suspend-user/suspend-user.handler.js';
import { UserFinder } from './user-finder.js';
import { decided, foundUser, foundView, verificationList, verificationView } from './user.view.js';
import { ReasonBody } from '../reason.body.js';
import { userNotFound } from './users.controller.js';

class DecisionBody extends ReasonBody {
  @WordField(['approved', 'rejected'], 'outcome_invalid', { about: 'The decision.' })
  readonly outcome!: 'approved' | 'rejected';
}

const userClosed = refusal(409, 'user_closed', 'The user is permanently closed.');
const answers = { 200: [foundUser, 'The user in the new state.'] } as const;
const REVIEWS_MAX = 200;

@Controller('staff')
export class DecisionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly rows: Rows,
    private readonly finder: UserFinder,
  ) {}

  @StaffEndpoint('operator', {
    summary: 'Suspend a user',
    description: 'Blocks onboarding, deposits and orders until the user is reinstated.',
    answers,
    refuses: [userNotFound, userClosed],
  })
  @Post('users/:userId/suspend')
  async suspendUser(
    @Param('userId') userId: string,
    @Body() { reason }: ReasonBody,
    @ByStaff() by: Operator,
  ) {
    await this.commands.execute(new SuspendUser(userId, reason, by));
    return foundView(await this.finder.require(userId));
  }

  @StaffEndpoint('operator', {
    summary: 'Reinstate a user',
    description: 'Restores the earlier status.',
    answers,
    refuses: [userNotFound, userClosed],
  })
  @Post('users/:userId/reinstate')
  async reinstateUser(
    @Param('userId') userId: string,
    @Body() { reason }: ReasonBody,
    @ByStaff() by: Operator,
  ) {
    await this.commands.execute(new ReinstateUser(userId, reason, by));
    return foundView(await this.finder.require(userId));
  }

  @StaffEndpoint('operator', {
    summary: 'Close a user',
    description: 'Closing is permanent.',
    answers,
    refuses: [userNotFound],
  })
  @Post('users/:userId/close')
  async closeUser(
    @Param('userId') userId: string,
    @Body() { reason }: ReasonBody,
    @ByStaff() by: Operator,
  ) {
    await this.commands.execute(new CloseUser(userId, reason, by));
    return foundView(await this.finder.require(userId));
  }

  @StaffEndpoint('session', {
    summary: 'List verifications under review',
    description: `The oldest ${REVIEWS_MAX} of each partner; \`needsReview\` marks those that wait for a person.`,
    answers: { 200: [verificationList, 'Under review.'] },
  })
  @Get('verifications')
  async listReviews() {
    const page = { where: { status: 'under_review' }, offset: 0, limit: REVIEWS_MAX };
    const lists = await Promise.all(
      (await this.finder.partnerIds()).map(async (partnerId) => {
        const { rows } = await this.rows.page(partnerId, verificationTable, page);
        return rows.map(verificationView);
      }),
    );
    return { verifications: lists.flat() };
  }

  @StaffEndpoint('operator', {
    summary: 'Decide a verification',
    description: 'Decides a verification under review. The first decision is final.',
    params: { id: 'The verification.' },
    answers: { 200: [decided, 'Decided. The status of the user changes within a second.'] },
    refuses: [
      refusal(404, 'verification_not_found', 'There is no verification with this id.'),
      refusal(409, 'verification_closed', 'The verification is not under review.'),
    ],
  })
  @Post('verifications/:id/decision')
  async decideVerification(
    @Param('id') id: string,
    @Body() { outcome, reason }: DecisionBody,
    @CurrentStaff() { email }: SignedIn,
    @ByStaff() by: Operator,
  ) {
    await this.commands.execute(new DecideVerification(id, outcome, email, reason, by));
    return { id: id.toLowerCase(), outcome };
  }
}
