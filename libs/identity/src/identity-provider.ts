import type { IdentitySubject } from './identity-subject.js';

/** Known data of a person. Absent fields are unknown. */
export type Prefill = {
  /** YYYY-MM-DD. */
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
  /** ISO 3166 alpha-2. */
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
  /** Whether a check has begun. */
  readonly checked: boolean;
  /** Status in the provider's terms, for the record. */
  readonly providerStatus: string;
};

export type IdentityNotification = {
  /** The provider's message id, equal for every redelivery. */
  readonly messageId: string;
  readonly kind: string;
  /** Our user id; null if the provider omitted it. */
  readonly externalId: string | null;
  /** The provider's id of the person. */
  readonly providerRef: string;
  readonly occurredAt: string;
  /** Whether the event may concern a result. Other events leave results unchanged. */
  readonly hasResult: boolean;
  /** Whether it reports a match on a sanctions or watch list. */
  readonly isWatchListHit: boolean;
};

/** One side of a document for the provider. */
export type DocumentImage = {
  /** Our name of the type, for example `id_card`. */
  readonly documentType: string;
  readonly side: 'front' | 'back' | 'selfie';
  readonly format: 'jpeg' | 'png';
  /** Hexadecimal, of the image's bytes. */
  readonly sha256: string;
  readonly bytes: Buffer;
};

/** The provider examined an image and rejected it. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused';
}

/** The signature is valid, but the content is unreadable. */
export class NotificationUnreadable extends Error {
  override readonly name = 'NotificationUnreadable';
}

/** The signature is wrong, missing or stale. */
export class NotificationRejected extends Error {
  override readonly name = 'NotificationRejected';
}

/** The response is missing or unreadable. Safe to try again. */
export class IdentityUnavailable extends Error {
  override readonly name: string = 'IdentityUnavailable';
}

/** The provider itself reported that the person is unknown. */
export class PersonUnknown extends IdentityUnavailable {}

/**
 * The record belongs to another person, or lacks an owner. The service ignores it, and an operator
 * must ask the provider.
 */
export class RecordOfAnother extends IdentityUnavailable {
  override readonly name = 'RecordOfAnother';
}

export interface IdentityProvider {
  /** `externalId` is our user id. @throws {IdentityUnavailable} within seconds */
  createSession(
    externalId: string,
    prefill: Prefill,
    correlationId: string,
  ): Promise<OnboardingSession>;

  /**
   * Verifies signature and time over the raw bytes. @throws {NotificationRejected |
   * NotificationUnreadable}
   */
  verifyNotification(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    rawBody: Buffer,
  ): IdentityNotification;

  /** Returns the provider's id for our `externalId`. Always the same. */
  resolveUser(externalId: string, correlationId: string): Promise<string>;

  /**
   * `of`: expected owner of the record, or null to learn it. @throws {PersonUnknown |
   * RecordOfAnother}
   */
  fetchResult(
    providerRef: string,
    of: IdentitySubject | null,
    correlationId: string,
  ): Promise<IdentityResult & { readonly externalId: string | null }>;

  /** Returns the person's data by the provider's field names, without the missing fields. */
  fetchPerson(
    providerRef: string,
    fields: readonly string[],
    correlationId: string,
  ): Promise<Readonly<Record<string, string>>>;

  /** Adds known data of a person to the record. Safe to repeat. */
  keepPerson(
    providerRef: string,
    person: Pick<Prefill, 'firstName' | 'lastName' | 'dateOfBirth' | 'country'>,
    correlationId: string,
  ): Promise<void>;

  /** Returns the SHA-256 of those images that the record contains, by side. */
  heldImages(
    providerRef: string,
    images: readonly DocumentImage[],
    correlationId: string,
  ): Promise<ReadonlyMap<string, string>>;

  /** Adds an image to the record. Safe to repeat. @throws {ImageRefused} */
  keepImage(providerRef: string, image: DocumentImage, correlationId: string): Promise<void>;

  /**
   * Call this before recording an intent. @throws {CircuitOpen} if checks failed too often in a row
   */
  requireReady(): void;

  /**
   * Starts a check of the record's documents. The result arrives later. @throws {RecordOfAnother}
   */
  startCheck(providerRef: string, correlationId: string): Promise<IdentityResult>;
}
