import { createHash } from 'node:crypto';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { toAlpha2 } from '#platform/core/countries.js';
import type { Logger } from '#platform/core/logger.js';
import { unacceptable, unavailable } from '#platform/core/refused.js';
import { RETRY_AFTER_PROVIDER_S } from '#platform/core/timing.js';
import { type Cause, EventStore } from '#platform/event-store/event-store.js';
import { causeOf } from '#platform/http/caller.js';
import { IdempotencyKeys } from '#platform/idempotency/idempotency-keys.js';
import {
  type DocumentImage,
  type IdentityProvider,
  IdentityUnavailable,
  ImageRefused,
  RecordOfAnother,
} from '#platform/identity/identity-provider.js';
import { uploadSubject } from '#platform/identity/identity-subject.js';
import { IDENTITY_PROVIDER, LOGGER } from '#platform/platform.module.js';
import { recordOwner } from '#users';
import { uploadedView } from '../show-verification/verification.view.js';
import { recordDocuments } from '../verification/verification.decide.js';
import {
  type StartedVerification,
  type StoredDocument,
  isStarted,
  verifications,
} from '../verification/verification.state.js';
import { type Person, announcedFaults, requireAwaited } from './announced-document.js';
import { code } from './upload-body.js';
import { UploadDocuments } from './upload-documents.command.js';

/**
 * First all images into the provider's vault, then one event. Each set of images has a record of
 * its own there, so that uploads at once cannot mix, and a repeat finds what has arrived before.
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
    const faults = announcedFaults(documentType, verification);
    if (faults.length > 0) throw unacceptable(...faults);
    const providerRef = await this.deliver(user, id, images, causeOf(caller));
    const decision = recordDocuments(providerRef, images.map(stored), new Date());
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
      const held = await this.provider.heldImages(ref, images, requestId);
      for (const [i, image] of images.entries())
        if (held.get(image.side) !== image.sha256) await this.keep(ref, image, i, requestId);
      return ref;
    } catch (error) {
      if (!(error instanceof IdentityUnavailable)) throw error;
      throw unavailable(
        'identity_provider_unavailable',
        'The identity provider does not answer; nothing was accepted',
        RETRY_AFTER_PROVIDER_S,
      );
    }
  }

  /** @throws {RecordOfAnother} what is put into it would be taken for that other user's. */
  private async requireOwnRecord(
    providerRef: string,
    userId: string,
    verificationId: string,
    cause: Cause,
  ): Promise<void> {
    const owner = await recordOwner(this.store, providerRef, userId, cause);
    if (owner === userId) return;
    const about = { verificationId, providerRef, userId, owner };
    this.logger.error(about, 'the identity provider gives two users one record');
    throw new RecordOfAnother(`record ${providerRef} is user ${owner}'s`);
  }

  private async keep(ref: string, image: DocumentImage, i: number, requestId: string) {
    try {
      await this.provider.keepImage(ref, image, requestId);
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error;
      const detail = 'must be an image that the identity provider takes';
      throw unacceptable({ pointer: `/files/${i}/content`, code, detail });
    }
  }
}

/** What a check of documents compares them with; nothing else of the user leaves the house. */
const personOf = ({ firstName, lastName, dateOfBirth, country }: Person) => ({
  firstName,
  lastName,
  country: toAlpha2(country),
  ...(dateOfBirth === null ? {} : { dateOfBirth }),
});

const stored = ({ side, format, sha256, sizeBytes }: DocumentImage): StoredDocument => ({
  side,
  format,
  sha256,
  sizeBytes,
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
