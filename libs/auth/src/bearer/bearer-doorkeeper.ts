import { Injectable } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Doorkeeper } from '#platform/http/doorkeeper.js';
import { BearerGuard } from './bearer.guard.js';

/** The bearer guard for where Fastify asks, before there is a controller. */
@Injectable()
export class BearerDoorkeeper extends Doorkeeper {
  constructor(private readonly guard: BearerGuard) {
    super();
  }

  override async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const context = new ExecutionContextHost([request, reply], BearerDoorkeeper, NO_HANDLER);
    await this.guard.canActivate(context);
  }
}

/** Nothing is marked on it, so a token is asked for. */
const NO_HANDLER = () => undefined;
