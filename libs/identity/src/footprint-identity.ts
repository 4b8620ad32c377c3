import { ownValue } from '#kernel/own-value.js';
import { Webhook } from 'standardwebhooks';
import type { z } from 'zod';
import { CircuitOpen } from '#kernel/concurrency/circuit.js';
import type { Logger } from '#kernel/logger.js';
import {
  NoResponse,
  type OutboundResponse,
  type OutboundCall,
  OutboundHttp,
} from '#http/outbound/outbound-http.js';
import { bootstrapData, personOf, vaultData } from './footprint-mapping.js';
import { imageJson, markerName } from './footprint-vault.js';
import { notificationOf } from './footprint-webhook.js';
import { isProviderLink } from './provider-link.js';
import { accepted, created, person, problem, result, session } from './footprint-wire.js';
import {
  type DocumentImage,
  type IdentityNotification,
  type IdentityProvider,
  type IdentityResult,
  IdentityUnavailable,
  ImageRefused,
  type OnboardingSession,
  PersonUnknown,
  type Prefill,
  RecordOfAnother,
} from './identity-provider.js';
import { type IdentitySubject, isAbout, subjectOf } from './identity-subject.js';
import { PROVIDER_TIMEOUT_MS } from '#broker/timing.js';

/** Shorter timeout for calls within a request, so that the caller still gets a 503. */
const PROVIDER_INTERACTIVE_TIMEOUT_MS = 5_000;

export type FootprintOptions = {
  readonly url: string;
  readonly secretKey: string;
  readonly playbookKey: string;
  /** Starts with `whsec_`. */
  readonly webhookSecret: string;
  readonly sessionTimeoutMs?: number;
  readonly timeoutMs?: number;
  readonly logger?: Logger;
};

/**
 * Largest response, for one person or less. Parsing nested data takes the API up to a second per
 * megabyte.
 */
const ANSWER_BYTES_MAX = 256 * 1024;

/**
 * The Footprint API. Never repeats a request automatically. Errors omit tokens and personal data.
 */
export class FootprintIdentity implements IdentityProvider {
  private readonly http: OutboundHttp;
  private readonly webhook: Webhook;

  /** @throws {Error} if the webhook secret is not base64 */
  constructor(private readonly options: FootprintOptions) {
    const credentials = Buffer.from(`${options.secretKey}:`).toString('base64');
    this.webhook = new Webhook(options.webhookSecret);
    this.http = new OutboundHttp({
      name: 'identity provider',
      logger: options.logger ?? null,
      url: options.url,
      headers: { authorization: `Basic ${credentials}` },
      timeoutMs: options.timeoutMs ?? PROVIDER_TIMEOUT_MS,
    });
  }

  /** A person who failed may onboard again. The caller decides who may have a session. */
  async createSession(
    externalId: string,
    prefill: Prefill,
    correlationId: string,
  ): Promise<OnboardingSession> {
    const body = {
      kind: 'onboard',
      key: this.options.playbookKey,
      user_external_id: externalId,
      allow_reonboard: true,
      bootstrap_data: bootstrapData(prefill),
    };
    const { sessionTimeoutMs: timeoutMs = PROVIDER_INTERACTIVE_TIMEOUT_MS } = this.options;
    const path = '/onboarding/session';
    const opened = await this.ask(
      { method: 'POST', path, body, correlationId, timeoutMs },
      session,
    );
    if (isProviderLink(opened.link, this.options.url)) return opened;
    throw new IdentityUnavailable('the provider’s link is not a valid page address');
  }

  verifyNotification(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    rawBody: Buffer,
  ): IdentityNotification {
    return notificationOf(this.webhook, headers, rawBody);
  }

  /** The provider knows the person from the session, or creates one. */
  async resolveUser(externalId: string, correlationId: string): Promise<string> {
    const headers = { 'x-external-id': externalId };
    const call = { method: 'POST', path: '/users', headers, correlationId } as const;
    return (await this.ask(call, created)).id;
  }

  async fetchResult(
    providerRef: string,
    of: IdentitySubject | null,
    correlationId: string,
  ): Promise<IdentityResult & { readonly externalId: string | null }> {
    const path = `/users/${encodeURIComponent(providerRef)}`;
    const answer = await this.call({ method: 'GET', path, correlationId });
    if (answer.status === 404 && isItsOwn(answer)) throw new PersonUnknown(refusalOf(answer));
    const reported = ofRecord(providerRef, read(answer, result));
    if (of === null || isAbout(reported.externalId, of)) return reported;
    throw new RecordOfAnother(
      `asked about ${of.verificationId ?? of.userId}, but the provider returned a record of ${nameOf(reported.externalId)}; rejected it`,
    );
  }

  async fetchPerson(
    providerRef: string,
    fields: readonly string[],
    correlationId: string,
  ): Promise<Readonly<Record<string, string>>> {
    const path = `/users/${encodeURIComponent(providerRef)}/vault/decrypt`;
    const body = { fields, reason: 'Opening the brokerage account the person asked for' };
    return personOf(await this.ask({ method: 'POST', path, body, correlationId }, person), fields);
  }

  async keepPerson(providerRef: string, held: Prefill, correlationId: string): Promise<void> {
    await this.ask(
      { method: 'PATCH', path: vaultPath(providerRef), body: vaultData(held), correlationId },
      accepted,
    );
  }

  /** Reads the markers beside the images, because images may be long. */
  async heldImages(
    providerRef: string,
    images: readonly DocumentImage[],
    correlationId: string,
  ): Promise<ReadonlyMap<string, string>> {
    const path = `${vaultPath(providerRef)}/decrypt`;
    const reason = 'Checking which images of an upload have arrived';
    const body = { fields: images.map(({ side }) => markerName(side)), reason };
    const held = await this.ask({ method: 'POST', path, body, correlationId }, person);
    return new Map(
      images.flatMap(({ side }) => {
        const sha256 = ownValue(held, markerName(side));
        return typeof sha256 === 'string' ? [[side, sha256]] : [];
      }),
    );
  }

  /** One request for image and marker, so that they are stored together. */
  async keepImage(providerRef: string, image: DocumentImage, correlationId: string): Promise<void> {
    const path = vaultPath(providerRef);
    const stream = imageJson(image);
    const answer = await this.call({ method: 'PATCH', path, stream, correlationId });
    if (IMAGE_REFUSALS.includes(answer.status) && isItsOwn(answer))
      throw new ImageRefused(refusalOf(answer));
    if (!isSuccess(answer)) throw new IdentityUnavailable(refusalOf(answer));
  }

  /** A check that has already begun is returned unchanged. */
  async startCheck(providerRef: string, correlationId: string): Promise<IdentityResult> {
    const path = `/users/${encodeURIComponent(providerRef)}/kyc`;
    const body = { key: this.options.playbookKey, allow_reonboard: false };
    return ofRecord(
      providerRef,
      await this.ask({ method: 'POST', path, body, correlationId }, result),
    );
  }

  requireReady(): void {
    this.http.requireReady({ method: 'POST', path: '/users/-/kyc' });
  }

  /** Closes the connections, for shutdown. */
  async close(): Promise<void> {
    await this.http.close();
  }

  private async ask<Value>(call: OutboundCall, schema: z.ZodType<Value>): Promise<Value> {
    return read(await this.call(call), schema);
  }

  private async call(call: OutboundCall): Promise<OutboundResponse> {
    try {
      return await this.http.json({ answerBytesMax: ANSWER_BYTES_MAX, ...call });
    } catch (error) {
      if (error instanceof NoResponse || error instanceof CircuitOpen)
        throw new IdentityUnavailable(error.message, { cause: error });
      throw error;
    }
  }
}

const read = <Value>(answer: OutboundResponse, schema: z.ZodType<Value>): Value => {
  if (!isSuccess(answer)) throw new IdentityUnavailable(refusalOf(answer));
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  throw new IdentityUnavailable(`${answer.label} returned an unreadable body`);
};

/** @throws {RecordOfAnother} */
const ofRecord = <Reported extends { readonly id: string | null }>(
  asked: string,
  reported: Reported,
): Reported => {
  if (reported.id === null || reported.id === asked) return reported;
  throw new RecordOfAnother(
    `asked about record ${asked}, but the provider returned ${reported.id}; rejected it`,
  );
};

/** Other ids may contain personal data, and failures are stored. */
const nameOf = (externalId: string | null): string => {
  if (externalId === null) return 'an unnamed user';
  return subjectOf(externalId) === null ? 'an unknown user' : externalId;
};

const vaultPath = (providerRef: string) => `/users/${encodeURIComponent(providerRef)}/vault`;

/** Statuses that concern the image. Other failures may be temporary. */
const IMAGE_REFUSALS = [400, 413, 415, 422];

const isSuccess = ({ status }: OutboundResponse): boolean => status >= 200 && status <= 299;

/** A proxy in front of the provider rejects requests in another format. */
const isItsOwn = ({ body }: OutboundResponse): boolean => problem.safeParse(body).success;

const refusalOf = (answer: OutboundResponse): string =>
  `${answer.label} returned ${answer.status}${messageOf(answer)}`;

const MAX_MESSAGE_CHARACTERS = 300;

const messageOf = ({ body }: OutboundResponse): string => {
  const parsed = problem.safeParse(body);
  return parsed.success ? `: ${parsed.data.message.slice(0, MAX_MESSAGE_CHARACTERS)}` : '';
};
