import { Module } from '@nestjs/common';
import { ShowVerificationController } from './show-verification/show-verification.controller.js';
import { StartVerificationController } from './start-verification/start-verification.controller.js';
import { StartVerificationHandler } from './start-verification/start-verification.handler.js';
import { UploadDocumentsController } from './upload-documents/upload-documents.controller.js';
import { UploadDocumentsHandler } from './upload-documents/upload-documents.handler.js';

@Module({
  controllers: [StartVerificationController, UploadDocumentsController, ShowVerificationController],
  providers: [StartVerificationHandler, UploadDocumentsHandler],
})
export class KycApiModule {}
