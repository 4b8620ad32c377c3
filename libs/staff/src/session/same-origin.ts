import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/config.js';
import { Refused } from '#platform/core/refused.js';
import type { Gate } from '#platform/http/gate.js';
import { CONFIG } from '#platform/platform.module.js';

const READS = ['GET', 'HEAD'];
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * What changes something must come from a page of this service itself. Browsers say where a request
 * comes from, and no page can make them say otherwise; who says nothing is refused. Which pages are
 * ours is configuration: the Host header is sent by whoever asks, and a foreign name may lead here.
 * Without configuration only this machine's own names are believed.
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
      ? 'Send Sec-Fetch-Site: same-origin, or Origin with the address of this service; under another name than localhost the service needs PUBLIC_ORIGIN'
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
export class SameOriginGate implements Gate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  admit(request: FastifyRequest): void {
    requireSameOrigin(request, this.config.publicOrigin);
  }
}
