import type { Type } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Lapsed } from '../core/lapsed.js';
import { Refused } from '../core/refused.js';
import type { FailedCallers } from '../rates/failed-callers.js';
import { costOf } from '../rates/page-cost.js';
import { takeOne } from '../rates/rate-headers.js';
import type { Rates } from '../rates/rates.js';
import type { Principal } from './caller.js';
import { clientNetwork } from './client-network.js';
import { type Gate, TOKEN_GATE } from './gate.js';
import type { InFlight } from './in-flight.js';

type Asked = FastifyRequest & { user?: Partial<Principal> };
type Doorkeepers = {
  readonly gate: (which: Type<Gate> | typeof TOKEN_GATE) => Gate;
  readonly rates: Rates;
  readonly failed: FailedCallers;
  readonly inFlight: InFlight;
};

/**
 * Who asks, and how much it may ask, is settled before a byte of a body is read. What needs no
 * token, and paths that do not exist, are limited by client address; behind a proxy that comes from
 * X-Forwarded-For, which Fastify believes only from a trusted one.
 */
export const admitCallers = (fastify: FastifyInstance, { gate, ...keepers }: Doorkeepers): void => {
  const door = new Door(keepers, gate);
  fastify.addHook('onRequest', (request, reply, done) => {
    const passed = door.pass(request, reply);
    if (passed === undefined) done();
    else passed.then(() => done(), done);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.isSigned !== true) done();
    else door.seeSignature(request, reply).then(() => done(), done);
  });
};

/** Addresses from which signed bodies came. */
const SIGNERS_MAX = 100;

class Door {
  private readonly signers = new LRUCache<string, true>({ max: SIGNERS_MAX });
  private readonly gates = new Map<Type<Gate> | typeof TOKEN_GATE, Gate>();

  constructor(
    private readonly keepers: Omit<Doorkeepers, 'gate'>,
    private readonly find: Doorkeepers['gate'],
  ) {}

  pass(request: Asked, reply: FastifyReply): void | Promise<void> {
    const { config, url = '' } = request.routeOptions;
    const isPublic = request.is404 || config.isPublic === true;
    if (isPublic) return url.startsWith('/health/') ? undefined : this.passPublic(request, reply);
    const gate = this.gateOf(config.gate);
    if (gate.knows?.(request) === true) return this.welcome(request, reply);
    this.keepers.inFlight.staysStranger(request);
    return this.admit(gate, request, reply).then(() => this.welcome(request, reply));
  }

  private async passPublic(request: Asked, reply: FastifyReply): Promise<void> {
    this.keepers.inFlight.staysStranger(request);
    const { gate, isSigned } = request.routeOptions.config;
    const address = clientNetwork(request.ip);
    await takeOne(this.keepers.rates.addresses, address, reply);
    if (isSigned === true && !this.signers.has(address)) this.keepers.failed.requireOpen(address);
    if (!request.is404 && gate !== undefined) await this.admit(this.gateOf(gate), request, reply);
  }

  /** Who signs may share an address with others: a good signature keeps it open for more of them. */
  async seeSignature({ ip }: FastifyRequest, { statusCode }: FastifyReply): Promise<void> {
    const address = clientNetwork(ip);
    if (statusCode === 401) await this.keepers.failed.note(address);
    else if (statusCode < 300) this.signers.set(address, true);
  }

  private async admit(gate: Gate, request: Asked, reply: FastifyReply): Promise<void> {
    const address = clientNetwork(request.ip);
    this.keepers.failed.requireOpen(address);
    try {
      await gate.admit(request, reply);
    } catch (error) {
      const isGuess = error instanceof Refused && error.refusal === 'unauthorized';
      if (isGuess && !(error instanceof Lapsed)) await this.keepers.failed.note(address);
      throw error;
    }
  }

  private welcome(request: Asked, reply: FastifyReply): void | Promise<void> {
    const { user, query } = request;
    if (user?.partnerId === undefined) return undefined;
    this.keepers.inFlight.becomesPartners(request, user.partnerId);
    return takeOne(this.keepers.rates.partners, user.partnerId, reply, costOf(query));
  }

  private gateOf(which: Type<Gate> | typeof TOKEN_GATE = TOKEN_GATE): Gate {
    const known = this.gates.get(which);
    if (known !== undefined) return known;
    const found = this.find(which);
    this.gates.set(which, found);
    return found;
  }
}
