import { Command } from '@nestjs/cqrs';
import type { Caller } from '#platform/http/caller.js';
import type { Document } from '#platform/read-models/documents.js';
import type { DocumentType, VerificationType } from '../verification/document-rules.js';

export class StartVerification extends Command<Document> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
    readonly verificationType: VerificationType,
    readonly documentType: DocumentType,
    /** ISO 3166 alpha-2 */
    readonly country: string,
  ) {
    super();
  }
}
