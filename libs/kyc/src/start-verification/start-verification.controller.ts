import { Body, Controller, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type { Config } from '#config/config.js';
import { isAlpha2 } from '#kernel/countries.js';
import type { FieldError } from '#kernel/refused.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { IdField, StringField, WordField } from '#http/fields.js';
import type { SemanticValidator } from '#http/request.pipe.js';
import { Keyed, applyResponse } from '#http/idempotency/keyed-request.js';
import type { KeyedRequest } from '#kernel/idempotency/keyed-request.js';
import { userNotActive, userNotFound } from '#users/user/require-user.js';
import { startedSchema } from '../show-verification/verification.view.js';
import {
  DOCUMENT_TYPES,
  type DocumentType,
  VERIFICATION_TYPES,
  type VerificationType,
  documentsFor,
} from '../verification/document-rules.js';
import { StartVerification } from './start-verification.handler.js';

const code = 'invalid_document_format';

class StartVerificationBody implements SemanticValidator {
  @IdField({ about: 'The user to verify.', example: '0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90' })
  readonly userId!: string;

  @WordField(VERIFICATION_TYPES, code, { about: 'Subject of the check.', example: 'identity' })
  readonly verificationType!: VerificationType;

  @WordField(DOCUMENT_TYPES, code, {
    about: 'The document for the upload. A bill or statement proves an address.',
    example: 'passport',
  })
  readonly documentType!: DocumentType;

  @StringField({ about: 'Issuing country, ISO 3166-1 alpha-2.', example: 'US' })
  readonly country!: string;

  contentErrors(_config: Config): FieldError[] {
    const errors: FieldError[] = [];
    const allowed = documentsFor(this.verificationType);
    if (allowed.length > 0 && !allowed.includes(this.documentType)) {
      const detail = `must be one of: ${allowed.join(', ')}, to verify an ${this.verificationType}`;
      errors.push({ pointer: '/documentType', code, detail });
    }
    if (!isAlpha2(this.country)) {
      const detail = 'must be an ISO 3166-1 alpha-2 country code, like "US"';
      errors.push({ pointer: '/country', code: 'country_invalid', detail });
    }
    return errors;
  }
}

@Controller('v1/auth/verify')
export class StartVerificationController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    summary: 'Start a verification',
    description:
      'Announces a document that proves a user’s identity or address. Upload it before `expiresAt`. A user has at most one open verification of each type.',
    answers: { 201: [startedSchema, 'Started.'] },
    idempotencyKey: true,
    refuses: [
      userNotFound,
      userNotActive,
      refusal(409, 'verification_in_progress', 'The user has an open verification of this type.'),
      refusal(422, 'invalid_document_format', 'Unknown type, or a document of the other type.'),
      refusal(422, 'country_invalid', 'Not an ISO 3166-1 alpha-2 code.', '/country'),
    ],
  })
  @Post()
  async startVerification(
    @CurrentCaller() caller: Caller,
    @Keyed() keyed: KeyedRequest | null,
    @Body() { userId, verificationType, documentType, country }: StartVerificationBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const terms = { userId, verificationType, documentType, country };
    const command = new StartVerification(caller, keyed, terms);
    return applyResponse(reply, await this.commands.execute(command));
  }
}
