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
      'Sends the sides of the announced document, at most 21 MiB in all. Passports, bills and statements need `front`; the other documents `front` and `back`; a `selfie` may come with any. The images go to the identity provider and are kept nowhere else. Safe to repeat after a 5xx or no answer.',
    params: { verificationId: 'The id of the verification.' },
    answers: { 200: [uploadedSchema, 'Uploaded; the review has begun.'] },
    idempotencyKey: true,
    refuses: [
      verificationNotFound,
      userNotActive,
      refusal(409, 'verification_expired', 'It has expired: start another one.'),
      refusal(409, 'verification_under_review', 'Documents were uploaded already.'),
      refusal(409, 'verification_closed', 'It was decided.'),
      refusal(422, code, 'No acceptable image, side or document; or not the announced document.'),
      refusal(503, 'identity_provider_unavailable', 'The identity provider does not answer.'),
      refusal(408, 'request_timeout', 'Less than 16 kB a second came, or not all in a minute.'),
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
    const { documentType } = body;
    const command = new UploadDocuments(
      caller,
      keyed,
      verificationId,
      documentType,
      imagesOf(body),
    );
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
