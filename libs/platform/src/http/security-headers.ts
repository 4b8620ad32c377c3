import type { SecurityHeadersOptions } from '@nestjs/common';
import { resolveSecurityHeaders } from '@nestjs/core/security/security-headers.js';
import type { Config } from '../config/config.js';

/**
 * On every answer; worked out once. Nest's own hook would set each on Node's response, which then
 * looks at all headers of an answer a second time. Answers are data, so what only tells a browser
 * how to show a page is left out, and the policy allows nothing; pages bring their own.
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
  // A copy that speaks plain HTTP must not send browsers to an HTTPS that is not there.
  strictTransportSecurity: production || tls !== null,
});
