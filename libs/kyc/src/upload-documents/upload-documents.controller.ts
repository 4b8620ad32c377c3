import { Body, Controller, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, CurrentCaller, type Principal } from '#http/caller.js';
import type { DocumentImage } from '#identity/identity-provider.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { LargeBody } from '#http/large-bodies.js';
import { keyedRequest, applyResponse } from '#http/idempotency/keyed-request.js';
import { userNotActive } from '#users/user/require-user.js';
import { verificationNotFound } from '../show-verification/verification-not-found.js';
import { uploadedSchema } from '../show-verification/verification.view.js';
import { readImageHeader } from './image-header.js';
import { UPLOAD_BYTES_MAX, UploadDocumentsBody } from './upload-body.js';
import { UploadDocuments } from './upload-documents.handler.js';
import { code } from './validate-upload.js';

@Controller('v1/auth/verify')
export class UploadDocumentsController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    summary: 'Upload the documents of a verification',
    description:
      'Sends the sides of the announced document, at most 21 MiB in all. Passports, bills and statements need `front`; the other documents `front` and `back`; a `selfie` may come with any. The images go to the identity provider and are not stored elsewhere. You can safely repeat the upload after a 5xx or a lost response.',
    params: { verificationId: 'The id of the verification.' },
    answers: { 200: [uploadedSchema, 'Uploaded; the review has begun.'] },
    idempotencyKey: true,
    refuses: [
      verificationNotFound,
      userNotActive,
      refusal(409, 'verification_expired', 'The verification has expired. Start another one.'),
      refusal(409, 'verification_under_review', 'The documents are already uploaded.'),
      refusal(409, 'verification_closed', 'The verification is decided.'),
      refusal(422, code, 'The image, side or document type is wrong or was not announced.'),
      refusal(503, 'identity_provider_unavailable', 'The identity provider does not respond.'),
      refusal(408, 'request_timeout', 'The upload was slower than 16 kB/s or took over a minute.'),
    ],
  })
  @LargeBody(UPLOAD_BYTES_MAX)
  @Post(':verificationId/documents')
  async uploadDocuments(
    @CurrentCaller() caller: Caller,
    @Param('verificationId') verificationId: string,
    @Body() body: UploadDocumentsBody,
    @Req() { headers, url, user }: FastifyRequest & { user: Principal },
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const keyed = keyedRequest({ headers, url, user, body: withDigests(body) });
    const images = imagesOf(body);
    const command = new UploadDocuments(caller, keyed, verificationId, body.documentType, images);
    return applyResponse(reply, await this.commands.execute(command));
  }
}

const imagesOf = ({ documentType, files }: UploadDocumentsBody): readonly DocumentImage[] =>
  files.map(({ type: side, image: { bytes, sha256 } }) => ({
    ...{ documentType, side, bytes, sha256 },
    format: readImageHeader(bytes)?.format ?? 'jpeg',
  }));

/** The body with digests in place of images. */
const withDigests = ({ documentType, files }: UploadDocumentsBody) => ({
  documentType,
  files: files.map(({ type, image: { prefix, sha256 } }) => ({
    type,
    content: `${prefix}${sha256}`,
  })),
});
