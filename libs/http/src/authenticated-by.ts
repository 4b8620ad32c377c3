import type { Type } from '@nestjs/common';
import type { RequestAuthenticator } from './request-authenticator.js';
import { routeConfig } from './route-config.js';

/** Marks routes that need no token: a method, or all methods of a class. */
export const Public = () => routeConfig({ isPublic: true });

/** Sets the authenticator of a public route, or of all routes of a class. */
export const AuthenticatedBy = (gate: Type<RequestAuthenticator>) => routeConfig({ gate });

/**
 * Marks a public route whose credential is a signature over the body. The handler must verify it
 * before it uses the body. A 401 counts as a bad credential of the address.
 */
export const SignedBody = () => routeConfig({ isSigned: true });
