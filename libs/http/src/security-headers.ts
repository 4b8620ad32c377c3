import type { SecurityHeadersOptions } from '@nestjs/common';
import { resolveSecurityHeaders } from '@nestjs/core/security/security-headers.js';
import type { Config } from '#config/config.js';

/**
 * Returns the security headers of every response, computed once. Nest's own hook sets each header
 * on Node's response, which costs a second pass over all headers. Responses are data, so headers
 * about showing pages are omitted and the policy allows nothing. Pages set their own headers.
 */
export const securityHeaders = (config: Config): Readonly<Record<string, string>> =>
  Object.fromEntries(
    resolveSecurityHeaders(optionsFor(config)).headers.map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );

const optionsFor = ({ production, tls }: Config): SecurityHeadersOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: "'none'", frameAncestors: "'none'" },
  },
  xFrameOptions: { action: 'deny' },
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  // A plain-HTTP service must not send browsers to an HTTPS port that does not exist.
  strictTransportSecurity: production || tls !== null,
});
