import type { Type } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ExpiredCredential } from '#kernel/expired-credential.js';
import { Refused } from '#kernel/refused.js';
import type { FailedCallers } from './rates/failed-callers.js';
import { costOf, takeOne } from './rates/rate-headers.js';
import type { Rates } from './rates/rates.js';
import type { Principal } from './caller.js';
import { clientNetwork } from './client-network.js';
import { type RequestAuthenticator, TOKEN_AUTHENTICATOR } from './request-authenticator.js';
import type { InFlight } from './in-flight.js';

type Request = FastifyRequest & { user?: Partial<Principal> };
type AdmissionLimits = {
  readonly gate: (
    which: Type<RequestAuthenticator> | typeof TOKEN_AUTHENTICATOR,
  ) => RequestAuthenticator;
  readonly rates: Rates;
  readonly failed: FailedCallers;
  readonly inFlight: InFlight;
};

/**
 * Authenticates callers and limits their rate before the body is read. Public and missing paths are
 * limited by client address. Behind a proxy the address comes from X-Forwarded-For, which Fastify
 * accepts only from a trusted proxy.
 */
export const admitCallers = (
  fastify: FastifyInstance,
  { gate, ...keepers }: AdmissionLimits,
): void => {
  const admission = new CallerAdmission(keepers, gate);
  fastify.addHook('onRequest', (request, reply, done) => {
    const passed = admission.pass(request, reply);
    if (passed === undefined) done();
    else passed.then(() => done(), done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.isSigned !== true) done();
    else admission.recordSignature(request, reply).then(() => done(), done);
  });
};

/** Addresses that sent correctly signed bodies. */
const SIGNERS_MAX = 100;

class CallerAdmission {
  private readonly signers = new LRUCache<string, true>({ max: SIGNERS_MAX });
  private readonly gates = new Map<
    Type<RequestAuthenticator> | typeof TOKEN_AUTHENTICATOR,
    RequestAuthenticator
  >();

  constructor(
    private readonly keepers: Omit<AdmissionLimits, 'gate'>,
    private readonly find: AdmissionLimits['gate'],
  ) {}

  pass(request: Request, reply: FastifyReply): void | Promise<void> {
    const { config, url = '' } = request.routeOptions;
    const isPublic = request.is404 || config.isPublic === true;
    if (isPublic) return url.startsWith('/health/') ? undefined : this.passPublic(request, reply);
    const gate = this.authenticatorOf(config.gate);
    if (gate.knows?.(request) === true) return this.countForPartner(request, reply);
    this.keepers.inFlight.assignToAddress(request);
    return this.admit(gate, request, reply).then(() => this.countForPartner(request, reply));
  }

  private async passPublic(request: Request, reply: FastifyReply): Promise<void> {
    this.keepers.inFlight.assignToAddress(request);
    const { gate, isSigned } = request.routeOptions.config;
    const address = clientNetwork(request.ip);
    await takeOne(this.keepers.rates.addresses, address, reply);
    if (isSigned === true && !this.signers.has(address))
      await this.keepers.failed.requireOpen(address);
    if (!request.is404 && gate !== undefined)
      await this.admit(this.authenticatorOf(gate), request, reply);
  }

  /**
   * Signers may share an address with others. After a correct signature, bad credentials no longer
   * block signed bodies from that address.
   */
  async recordSignature({ ip }: FastifyRequest, { statusCode }: FastifyReply): Promise<void> {
    const address = clientNetwork(ip);
    if (statusCode === 401) await this.keepers.failed.note(address);
    else if (statusCode < 300) this.signers.set(address, true);
  }

  private async admit(
    gate: RequestAuthenticator,
    request: Request,
    reply: FastifyReply,
  ): Promise<void> {
    const address = clientNetwork(request.ip);
    await this.keepers.failed.requireOpen(address);
    try {
      await gate.admit(request, reply);
    } catch (error) {
      const isGuess = error instanceof Refused && error.refusal === 'unauthorized';
      if (isGuess && !(error instanceof ExpiredCredential)) await this.keepers.failed.note(address);
      throw error;
    }
  }

  private countForPartner(request: Request, reply: FastifyReply): void | Promise<void> {
    const { user, query } = request;
    if (user?.partnerId === undefined) return undefined;
    this.keepers.inFlight.assignToPartner(request, user.partnerId);
    return takeOne(this.keepers.rates.partners, user.partnerId, reply, costOf(query));
  }

  private authenticatorOf(
    which: Type<RequestAuthenticator> | typeof TOKEN_AUTHENTICATOR = TOKEN_AUTHENTICATOR,
  ): RequestAuthenticator {
    const known = this.gates.get(which);
    if (known !== undefined) return known;
    const found = this.find(which);
    this.gates.set(which, found);
    return found;
  }
}
