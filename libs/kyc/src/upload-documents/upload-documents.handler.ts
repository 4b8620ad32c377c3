import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, causeOf } from '#http/caller.js';
import type { IdempotentResponse } from '#kernel/idempotency/idempotent-response.js';
import type { KeyedRequest } from '#kernel/idempotency/keyed-request.js';
import {
  type DocumentImage,
  type IdentityProvider,
  IdentityUnavailable,
  ImageRefused,
  RecordOfAnother,
} from '#identity/identity-provider.js';
import { uploadedView } from '../show-verification/verification.view.js';
import type { DocumentType } from '../verification/document-rules.js';
import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { toAlpha2 } from '#kernel/countries.js';
import type { Logger } from '#kernel/logger.js';
import { unacceptable, unavailable } from '#kernel/refused.js';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import { IdempotencyKeys } from '#kernel/idempotency/idempotency-keys.js';
import { uploadSubject } from '#identity/identity-subject.js';
import { IDENTITY_PROVIDER, LOGGER } from '#kernel/tokens.js';
import { recordOwner } from '#users/user/record-owner.js';
import { recordDocuments } from '../verification/verification.decide.js';
import {
  type StartedVerification,
  type StoredDocument,
  isStarted,
  verifications,
} from '../verification/verification.state.js';
import { type Person, documentTypeErrors, requireAwaited } from './document-type-errors.js';
import { code } from './validate-upload.js';
import { RETRY_AFTER_PROVIDER_S } from '#kernel/timing.js';

export class UploadDocuments extends Command<IdempotentResponse<ReturnType<typeof uploadedView>>> {
  constructor(
    readonly caller: Caller,
    readonly keyed: KeyedRequest | null,
    readonly verificationId: string,
    readonly documentType: DocumentType,
    /** Images in the order of the request. */
    readonly images: readonly DocumentImage[],
  ) {
    super();
  }
}

/**
 * Stores all images in the provider's vault, then appends one event. Each set of images has a separate
 * record in the vault. So concurrent uploads cannot mix, and a repeat finds the images that have
 * already arrived.
 */
@CommandHandler(UploadDocuments)
export class UploadDocumentsHandler implements ICommandHandler<UploadDocuments> {
  constructor(
    private readonly store: EventStore,
    private readonly keys: IdempotencyKeys,
    @Inject(IDENTITY_PROVIDER) private readonly provider: IdentityProvider,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  execute(command: UploadDocuments) {
    const { caller, keyed, verificationId, images } = command;
    const id = verificationId.toLowerCase();
    return this.keys.answer(keyed, causeOf(caller), {
      owner: () => id,
      make: async () => ({ status: 200, body: await this.upload(command, id) }),
      again: async () => {
        const known = await this.store.load(verifications, id);
        if (!isStarted(known) || !isSameUpload(known.documents, images)) return null;
        return { status: 200, body: uploadedView(known) };
      },
    });
  }

  private async upload({ caller, documentType, images }: UploadDocuments, id: string) {
    const { verification, user } = await requireAwaited(this.store, caller.partnerId, id);
    const errors = documentTypeErrors(documentType, verification);
    if (errors.length > 0) throw unacceptable(...errors);
    const providerRef = await this.deliver(user, id, images, causeOf(caller));
    const decision = recordDocuments(providerRef, images.map(storedDocument), new Date());
    const { state } = await this.store.transact(verifications, id, decision, causeOf(caller));
    return uploadedView(state as StartedVerification);
  }

  private async deliver(
    user: Person,
    verificationId: string,
    images: readonly DocumentImage[],
    cause: Cause,
  ): Promise<string> {
    const { correlationId: requestId } = cause;
    const subject = uploadSubject(user.userId, verificationId, digestOf(images));
    try {
      const ref = await this.provider.resolveUser(subject, requestId);
      await this.requireOwnRecord(ref, user.userId, verificationId, cause);
      await this.provider.keepPerson(ref, personOf(user), requestId);
      const stored = await this.provider.heldImages(ref, images, requestId);
      for (const [i, image] of images.entries())
        if (stored.get(image.side) !== image.sha256)
          await this.storeImage(ref, image, i, requestId);
      return ref;
    } catch (error) {
      if (!(error instanceof IdentityUnavailable)) throw error;
      throw unavailable(
        'identity_provider_unavailable',
        'The identity provider does not respond, so the upload was not accepted',
        RETRY_AFTER_PROVIDER_S,
      );
    }
  }

  /**
   * Requires that the record does not belong to another user. Otherwise the documents would count for
   * that user.
   * @throws {RecordOfAnother}
   */
  private async requireOwnRecord(
    providerRef: string,
    userId: string,
    verificationId: string,
    cause: Cause,
  ): Promise<void> {
    const owner = await recordOwner(this.store, providerRef, userId, cause);
    if (owner === userId) return;
    const about = { verificationId, providerRef, userId, owner };
    this.logger.error(about, 'identity provider returned one record for two users');
    throw new RecordOfAnother(`record ${providerRef} belongs to user ${owner}`);
  }

  private async storeImage(ref: string, image: DocumentImage, i: number, requestId: string) {
    try {
      await this.provider.keepImage(ref, image, requestId);
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error;
      const detail = 'must be an image that the identity provider accepts';
      throw unacceptable({ pointer: `/files/${i}/content`, code, detail });
    }
  }
}

/**
 * Personal fields that a check compares with the documents. No other field is sent to the provider.
 */
const personOf = ({ firstName, lastName, dateOfBirth, country }: Person) => ({
  firstName,
  lastName,
  country: toAlpha2(country),
  ...(dateOfBirth === null ? {} : { dateOfBirth }),
});

const storedDocument = ({ side, format, sha256, bytes }: DocumentImage): StoredDocument => ({
  side,
  format,
  sha256,
  sizeBytes: bytes.length,
});

const fingerprint = (documents: readonly { readonly side: string; readonly sha256: string }[]) =>
  documents.map(({ side, sha256 }) => `${side}:${sha256}`).sort();

const isSameUpload = (...uploads: [readonly StoredDocument[], readonly DocumentImage[]]) =>
  new Set(uploads.map((each) => fingerprint(each).join())).size === 1;

const DIGEST_CHARS = 32;

const digestOf = (images: readonly DocumentImage[]): string =>
  createHash('sha256')
    .update(JSON.stringify(fingerprint(images)))
    .digest('hex')
    .slice(0, DIGEST_CHARS);
