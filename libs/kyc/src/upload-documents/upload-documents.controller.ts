import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, CurrentCaller, type Principal } from '#http/caller.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { StreamedBody } from '#http/streamed-body.js';
import { keyedRequest, applyResponse } from '#http/idempotency/keyed-request.js';
import { userNotActive } from '#users/user/require-user.js';
import { uploadedSchema, verificationNotFound } from '../show-verification/verification.view.js';
import { documentTypeErrors, requireAwaited, requireVerification } from './document-type-errors.js';
import { UPLOAD_BYTES_MAX, UploadDocumentsBody, code } from './upload-body.js';
import { UploadDocuments } from './upload-documents.handler.js';
import { UploadReader } from './upload-reader.js';

@Controller('v1/auth/verify')
export class UploadDocumentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly uploads: UploadReader,
    private readonly store: EventStore,
  ) {}

  @Endpoint({
    id: 'uploadDocuments',
    tag: 'Verification',
    summary: 'Upload the documents of a verification',
    description:
      'Sends the sides of the announced document, at most 42 MiB in all. Passports, bills and statements need `front`; the other documents `front` and `back`; a `selfie` may come with any. The images go to the identity provider and are kept nowhere else. Safe to repeat after a 5xx or no answer.',
    params: { verificationId: 'The id of the verification.' },
    answers: { 200: [uploadedSchema, 'Uploaded; the review has begun.'] },
    idempotencyKey: true,
    reads: UploadDocumentsBody,
    refuses: [
      verificationNotFound,
      userNotActive,
      refusal(409, 'verification_expired', 'It has expired: start another one.'),
      refusal(409, 'verification_under_review', 'Documents were uploaded already.'),
      refusal(409, 'verification_closed', 'It was decided.'),
      refusal(422, code, 'No acceptable image, side or document; or not the announced document.'),
      refusal(503, 'identity_provider_unavailable', 'The identity provider does not answer.'),
      refusal(408, 'request_timeout', 'Less than 16 kB a second came, or not all in a minute.'),
      refusal(503, 'uploads_busy', 'Too many large uploads at once.'),
    ],
  })
  @StreamedBody(UPLOAD_BYTES_MAX)
  @Post(':verificationId/documents')
  @HttpCode(200)
  async upload(
    @CurrentCaller() caller: Caller,
    @Param('verificationId') verificationId: string,
    @Req() request: FastifyRequest & { user: Principal },
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const verification = await this.awaited(caller, verificationId, request);
    const upload = await this.uploads.read(request, caller.partnerId, (documentType) =>
      documentTypeErrors(documentType, verification),
    );
    try {
      const { documentType, images, value } = upload;
      const { headers, url, user } = request;
      const keyed = keyedRequest({ headers, url, user, body: value });
      const command = new UploadDocuments(caller, keyed, verificationId, documentType, images);
      return applyResponse(reply, await this.commands.execute(command));
    } finally {
      upload.release();
    }
  }

  /** Before a byte is read. A repeat under a key is answered even when nothing is awaited now. */
  private async awaited({ partnerId }: Caller, id: string, { headers }: FastifyRequest) {
    if (headers['idempotency-key'] !== undefined)
      return requireVerification(this.store, partnerId, id);
    const { verification } = await requireAwaited(this.store, partnerId, id);
    return verification;
  }
}
