import type { SecurityHeadersOptions } from '@nestjs/common';
import { resolveSecurityHeaders } from '@nestjs/core/security/security-headers.js';
import type { Config } from '../config/config.js';

/**
 * On every answer, pages among them; worked out once. Nest's own hook would set each on Node's
 * response, which then looks at all headers of an answer a second time.
 */
export const securityHeaders = (config: Config): Readonly<Record<string, string>> =>
  Object.fromEntries(
    resolveSecurityHeaders(optionsFor(config)).headers.map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );

/** A copy that speaks plain HTTP must not send browsers to an HTTPS that is not there. */
const optionsFor = ({ production, tls }: Config): SecurityHeadersOptions => {
  if (production || tls !== null) return {};
  return {
    strictTransportSecurity: false,
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  };
};
