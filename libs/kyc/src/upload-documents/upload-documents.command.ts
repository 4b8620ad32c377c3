import { Command } from '@nestjs/cqrs';
import type { Caller } from '#platform/http/caller.js';
import type { Answered } from '#platform/idempotency/answered.js';
import type { KeyedRequest } from '#platform/idempotency/keyed-request.js';
import type { DocumentImage } from '#platform/identity/identity-provider.js';
import type { uploadedView } from '../show-verification/verification.view.js';
import type { DocumentType } from '../verification/document-rules.js';

export class UploadDocuments extends Command<Answered<ReturnType<typeof uploadedView>>> {
  constructor(
    readonly caller: Caller,
    readonly keyed: KeyedRequest | null,
    readonly verificationId: string,
    readonly documentType: DocumentType,
    /** In the order in which they were sent. */
    readonly images: readonly DocumentImage[],
  ) {
    super();
  }
}
