import { Controller, Get, Param } from '@nestjs/common';
import { notFound } from '#kernel/refused.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint } from '#http/endpoint.js';
import { Rows } from '#read-models/rows.js';
import { verificationRows } from './verifications.projection.js';
import { verificationNotFound } from './verification-not-found.js';
import { asOf, statusSchema, statusView } from './verification.view.js';

@Controller('v1/auth/verify')
export class ShowVerificationController {
  constructor(private readonly rows: Rows) {}

  @Endpoint({
    summary: 'Get a verification',
    description: 'The current state of the verification.',
    params: { verificationId: 'The id of the verification.' },
    answers: { 200: [statusSchema, 'The verification.'] },
    refuses: [verificationNotFound],
  })
  @Get(':verificationId')
  async getVerification(
    @CurrentCaller() { partnerId }: Caller,
    @Param('verificationId') id: string,
  ) {
    const row = await this.rows.byId(partnerId, verificationRows, id);
    if (row === null)
      throw notFound('verification_not_found', 'There is no verification with this id');
    return statusView(asOf(row, new Date()));
  }
}
