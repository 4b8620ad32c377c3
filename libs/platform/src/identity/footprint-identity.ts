import { ownValue } from '../core/own-value.js';
import { Webhook } from 'standardwebhooks';
import type { z } from 'zod';
import { CircuitOpen } from '../core/circuit.js';
import type { Logger } from '../core/logger.js';
import {
  NoAnswer,
  type OutboundAnswer,
  type OutboundCall,
  OutboundHttp,
} from '../core/outbound-http.js';
import { PROVIDER_INTERACTIVE_TIMEOUT_MS, PROVIDER_TIMEOUT_MS } from '../core/timing.js';
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

export type FootprintOptions = {
  readonly url: string;
  readonly secretKey: string;
  readonly playbookKey: string;
  /** `whsec_…` */
  readonly webhookSecret: string;
  readonly sessionTimeoutMs?: number;
  readonly timeoutMs?: number;
  readonly logger?: Logger;
};

/** Of one person, or less. What it nests takes the api up to a second a megabyte. */
const ANSWER_BYTES_MAX = 256 * 1024;

/** The Footprint API. Never repeats a request by itself; tokens and personal data stay out of errors. */
export class FootprintIdentity implements IdentityProvider {
  private readonly http: OutboundHttp;
  private readonly webhook: Webhook;

  /** @throws when the webhook secret is no base64 */
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

  /** A person who failed before may onboard again; who may have a session is not decided here. */
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
    throw new IdentityUnavailable('the provider’s link is no address of a page');
  }

  verifyNotification(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    rawBody: Buffer,
  ): IdentityNotification {
    return notificationOf(this.webhook, headers, rawBody);
  }

  /** The provider knows the person from the session; for one it does not know, it makes one. */
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
    const told = ofRecord(providerRef, read(answer, result));
    if (of === null || isAbout(told.externalId, of)) return told;
    throw new RecordOfAnother(
      `asked about ${of.verificationId ?? of.userId}, the provider told of ${nameOf(told.externalId)}; nothing of it is believed`,
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

  /** Told by the markers that stand beside the images, which may be long. */
  async heldImages(
    providerRef: string,
    images: readonly DocumentImage[],
    correlationId: string,
  ): Promise<ReadonlyMap<string, string>> {
    const path = `${vaultPath(providerRef)}/decrypt`;
    const reason = 'Telling which images of an upload have arrived';
    const body = { fields: images.map(({ side }) => markerName(side)), reason };
    const held = await this.ask({ method: 'POST', path, body, correlationId }, person);
    return new Map(
      images.flatMap(({ side }) => {
        const sha256 = ownValue(held, markerName(side));
        return typeof sha256 === 'string' ? [[side, sha256]] : [];
      }),
    );
  }

  /** Image and marker in one request, so that neither is there without the other. */
  async keepImage(providerRef: string, image: DocumentImage, correlationId: string): Promise<void> {
    const path = vaultPath(providerRef);
    const stream = imageJson(image);
    const answer = await this.call({ method: 'PATCH', path, stream, correlationId });
    if (IMAGE_REFUSALS.includes(answer.status) && isItsOwn(answer))
      throw new ImageRefused(refusalOf(answer));
    if (!isSuccess(answer)) throw new IdentityUnavailable(refusalOf(answer));
  }

  /** A check that was begun or decided before is answered as it stands. */
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

  /** Drops the connections, for shutdown. */
  async close(): Promise<void> {
    await this.http.close();
  }

  private async ask<Value>(call: OutboundCall, schema: z.ZodType<Value>): Promise<Value> {
    return read(await this.call(call), schema);
  }

  private async call(call: OutboundCall): Promise<OutboundAnswer> {
    try {
      return await this.http.json({ answerBytesMax: ANSWER_BYTES_MAX, ...call });
    } catch (error) {
      if (error instanceof NoAnswer || error instanceof CircuitOpen)
        throw new IdentityUnavailable(error.message, { cause: error });
      throw error;
    }
  }
}

const read = <Value>(answer: OutboundAnswer, schema: z.ZodType<Value>): Value => {
  if (!isSuccess(answer)) throw new IdentityUnavailable(refusalOf(answer));
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  throw new IdentityUnavailable(`${answer.label} answered with an unreadable body`);
};

/** @throws {RecordOfAnother} */
const ofRecord = <Told extends { readonly id: string | null }>(asked: string, told: Told): Told => {
  if (told.id === null || told.id === asked) return told;
  throw new RecordOfAnother(
    `asked about record ${asked}, the provider told of ${told.id}; nothing of it is believed`,
  );
};

/** What is no name of ours may be an address, or anything: failures are kept. */
const nameOf = (externalId: string | null): string => {
  if (externalId === null) return 'nobody';
  return subjectOf(externalId) === null ? 'somebody whom we do not know' : externalId;
};

const vaultPath = (providerRef: string) => `/users/${encodeURIComponent(providerRef)}/vault`;

/** What speaks of the image; everything else may go away by itself. */
const IMAGE_REFUSALS = [400, 413, 415, 422];

const isSuccess = ({ status }: OutboundAnswer): boolean => status >= 200 && status <= 299;

/** An edge in front of the provider refuses as well, and in other words. */
const isItsOwn = ({ body }: OutboundAnswer): boolean => problem.safeParse(body).success;

const refusalOf = (answer: OutboundAnswer): string =>
  `${answer.label} answered ${answer.status}${messageOf(answer)}`;

const MAX_MESSAGE_CHARACTERS = 300;

const messageOf = ({ body }: OutboundAnswer): string => {
  const parsed = problem.safeParse(body);
  return parsed.success ? `: ${parsed.data.message.slice(0, MAX_MESSAGE_CHARACTERS)}` : '';
};
