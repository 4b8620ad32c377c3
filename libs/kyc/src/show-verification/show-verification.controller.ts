import { Controller, Get, Param } from '@nestjs/common';
import { notFound } from '#platform/core/refused.js';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { Documents } from '#platform/read-models/documents.js';
import { verifications } from '../verification/verification.state.js';
import { verificationView } from './show-verification.projection.js';
import { asOf, statusView } from './verification.view.js';

@Controller('v1/auth/verify')
export class ShowVerificationController {
  constructor(private readonly documents: Documents) {}

  @Get(':verificationId')
  async byId(@CurrentCaller() { partnerId }: Caller, @Param('verificationId') id: string) {
    const document = await this.documents.read(partnerId, verificationView, verifications, id);
    if (document === null)
      throw notFound('verification_not_found', 'There is no verification with this id');
    return statusView(asOf(document, new Date()));
  }
}
