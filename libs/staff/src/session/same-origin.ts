import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Refused } from '#platform/core/refused.js';

const READS = ['GET', 'HEAD'];

/**
 * What changes something must come from a page of this service itself. Browsers say where a request
 * comes from, and no page can make them say otherwise; who says nothing is refused.
 * @throws {Refused} 403.
 */
export const requireSameOrigin = (request: FastifyRequest): void => {
  if (READS.includes(request.method) || isFromHere(request)) return;
  throw new Refused(
    'forbidden',
    'cross_site_request',
    'Send Sec-Fetch-Site: same-origin, or Origin with the address of this service',
  );
};

const isFromHere = ({ headers, protocol, host }: FastifyRequest): boolean => {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === `${protocol}://${host}` : site === 'same-origin';
};

@Injectable()
export class SameOriginGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    requireSameOrigin(context.switchToHttp().getRequest<FastifyRequest>());
    return true;
  }
}
