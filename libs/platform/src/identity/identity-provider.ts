import type { IdentitySubject } from './identity-subject.js';

/** Fields already held about a person; an absent one is unknown. */
export type Prefill = {
  /** YYYY-MM-DD */
  readonly dateOfBirth?: string;
  readonly gender?: string;
  readonly maritalStatus?: string;
  readonly state?: string;
  readonly city?: string;
  readonly addressLine1?: string;
  readonly addressLine2?: string;
  readonly zipCode?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly phone?: string;
  /** ISO 3166 alpha-2 */
  readonly country?: string;
};

export type OnboardingSession = {
  readonly token: string;
  readonly link: string;
  readonly expiresAt: Date;
};

/** `waiting`: not finished, or waiting for a reviewer (`reviewRequired`). */
export type IdentityResult = {
  readonly status: 'passed' | 'failed' | 'waiting';
  readonly reviewRequired: boolean;
  /** Whether a check was begun at all. */
  readonly checked: boolean;
  /** The provider's own word, for the record. */
  readonly providerStatus: string;
};

export type IdentityNotification = {
  /** The provider's message id: the same on every redelivery. */
  readonly messageId: string;
  readonly kind: string;
  /** Our user id; null when the provider left it out. */
  readonly externalId: string | null;
  /** The provider's id of the person. */
  readonly providerRef: string;
  readonly occurredAt: string;
  /** Whether it may be about a result; of anything else, results stand as they stood. */
  readonly tellsResult: boolean;
};

/** One side of a document, on its way to the provider. */
export type DocumentImage = {
  /** This service's word, such as `id_card`. */
  readonly documentType: string;
  readonly side: 'front' | 'back' | 'selfie';
  readonly format: 'jpeg' | 'png';
  /** Hexadecimal, over the image's bytes. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** The bytes in order, each time from the beginning. */
  readonly pieces: () => Iterable<Buffer>;
};

/** The provider has looked at an image and does not take it. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused';
}

/** Signed, and no notification that can be read. */
export class NotificationUnreadable extends Error {
  override readonly name = 'NotificationUnreadable';
}

/** Bad, missing or stale signature. */
export class NotificationRejected extends Error {
  override readonly name = 'NotificationRejected';
}

/** No answer, or one that cannot be read. Safe to try again. */
export class IdentityUnavailable extends Error {
  override readonly name: string = 'IdentityUnavailable';
}

/** The provider itself says that it has no such person. */
export class PersonUnknown extends IdentityUnavailable {}

/** The record is somebody else's, or says not whose: nothing of it is believed. Operators ask the provider. */
export class RecordOfAnother extends IdentityUnavailable {
  override readonly name = 'RecordOfAnother';
}

/** The identity provider, as this service needs it. */
export interface IdentityProvider {
  /** `externalId` is our user id. @throws {IdentityUnavailable} within seconds. */
  createSession(
    externalId: string,
    prefill: Prefill,
    correlationId: string,
  ): Promise<OnboardingSession>;

  /** Checks signature and freshness over the raw bytes. @throws {NotificationRejected | NotificationUnreadable} */
  verifyNotification(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    rawBody: Buffer,
  ): IdentityNotification;

  /** The provider's id for what we call `externalId`; the same one every time. */
  resolveUser(externalId: string, correlationId: string): Promise<string>;

  /** `of`: whose record it must be; null when that is what is asked. @throws {PersonUnknown | RecordOfAnother} */
  fetchResult(
    providerRef: string,
    of: IdentitySubject | null,
    correlationId: string,
  ): Promise<IdentityResult & { readonly externalId: string | null }>;

  /** The person's data by the provider's field names; fields the provider lacks are absent. */
  fetchPerson(
    providerRef: string,
    fields: readonly string[],
    correlationId: string,
  ): Promise<Readonly<Record<string, string>>>;

  /** Puts what is held about a person into its record. May be repeated. */
  keepPerson(
    providerRef: string,
    person: Pick<Prefill, 'firstName' | 'lastName' | 'dateOfBirth' | 'country'>,
    correlationId: string,
  ): Promise<void>;

  /** Of these images, the SHA-256 of those that are in the record, by side. */
  heldImages(
    providerRef: string,
    images: readonly DocumentImage[],
    correlationId: string,
  ): Promise<ReadonlyMap<string, string>>;

  /** Puts an image into the record. May be repeated. @throws {ImageRefused} */
  keepImage(providerRef: string, image: DocumentImage, correlationId: string): Promise<void>;

  /** To be asked before a fence. @throws {CircuitOpen} when checks failed too often in a row. */
  requireReady(): void;

  /** Has the documents of the record checked. The result comes later. @throws {RecordOfAnother} */
  startCheck(providerRef: string, correlationId: string): Promise<IdentityResult>;
}
