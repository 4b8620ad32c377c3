import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#config/config.js';
import { Refused } from '#kernel/refused.js';
import type { RequestAuthenticator } from '#http/request-authenticator.js';
import { CONFIG } from '#kernel/tokens.js';

const READS = ['GET', 'HEAD'];
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Requires that a changing request comes from a page of this service. Browsers send the origin, and
 * a page cannot change it; a request without an origin is rejected. `PUBLIC_ORIGIN` configures the
 * pages of the service, because any caller can send any Host header. Without it only the names of
 * this machine are accepted.
 * @throws {Refused} 403.
 */
export const requireSameOrigin = (request: FastifyRequest, publicOrigin: string | null): void => {
  if (READS.includes(request.method)) return;
  if (publicOrigin === null ? isFromThisMachine(request) : isFromOrigin(request, publicOrigin))
    return;
  throw new Refused(
    'forbidden',
    'cross_site_request',
    publicOrigin === null
      ? 'Send Sec-Fetch-Site: same-origin, or Origin with the address of this service. For a host name other than localhost, set PUBLIC_ORIGIN'
      : `Send Origin: ${publicOrigin}, the address of this service`,
  );
};

const isFromOrigin = ({ headers }: FastifyRequest, publicOrigin: string): boolean => {
  const site = headers['sec-fetch-site'];
  return headers.origin === publicOrigin && (site === undefined || site === 'same-origin');
};

const isFromThisMachine = ({ headers, protocol, host, hostname }: FastifyRequest): boolean => {
  const site = headers['sec-fetch-site'];
  if (!LOOPBACK.test(hostname)) return false;
  return site === undefined ? headers.origin === `${protocol}://${host}` : site === 'same-origin';
};

@Injectable()
export class SameOriginGate implements RequestAuthenticator {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  admit(request: FastifyRequest): void {
    requireSameOrigin(request, this.config.publicOrigin);
  }
}
