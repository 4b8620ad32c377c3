import type { SecurityHeadersOptions } from '@nestjs/common';
import type { Config } from '../config/config.js';

/**
 * On every answer, pages among them. A copy that speaks plain HTTP must not send browsers to an
 * HTTPS that is not there.
 */
export const securityHeaders = ({ production, tls }: Config): SecurityHeadersOptions => {
  if (production || tls !== null) return {};
  return {
    strictTransportSecurity: false,
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  };
};
