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
};

/** Bad, missing or stale signature. */
export class NotificationRejected extends Error {
  override readonly name = 'NotificationRejected';
}

/** No answer, or one that cannot be read. Safe to try again. */
export class IdentityUnavailable extends Error {
  override readonly name = 'IdentityUnavailable';
}

/** The identity provider, as this service needs it. */
export interface IdentityProvider {
  /** `externalId` is our user id. @throws {IdentityUnavailable} within 5 s. */
  createSession(
    externalId: string,
    prefill: Prefill,
    correlationId: string,
  ): Promise<OnboardingSession>;

  /** Checks signature and freshness over the raw bytes. @throws {NotificationRejected} */
  verifyNotification(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    rawBody: Buffer,
  ): IdentityNotification;

  /** The provider's id for our user. */
  resolveUser(externalId: string, correlationId: string): Promise<string>;

  fetchResult(
    providerRef: string,
    correlationId: string,
  ): Promise<IdentityResult & { readonly externalId: string | null }>;

  /** The person's data by the provider's field names; fields the provider lacks are absent. */
  fetchPerson(
    providerRef: string,
    fields: readonly string[],
    correlationId: string,
  ): Promise<Readonly<Record<string, string>>>;
}
