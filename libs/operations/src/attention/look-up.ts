import type { Broker } from '#broker/broker.js';
import type { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import type { IdentityProvider } from '#identity/identity-provider.js';

export type LookUpParts = {
  readonly store: EventStore;
  readonly broker: Broker;
  readonly identity: IdentityProvider;
  readonly secrets: SecretCipher;
};

/** Asks a provider, now, how it has something that waits here. Changes nothing on either side. */
export type LookUp = {
  /** Category of the stream that the id belongs to. */
  readonly category: string;
  /** One sentence without personal data. @throws what the provider's adapter does. */
  readonly inWords: (parts: LookUpParts, id: string, correlationId: string) => Promise<string>;
};
