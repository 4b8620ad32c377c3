import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { RequestAuthenticator } from '#http/request-authenticator.js';
import { invalidCredentials } from '../log-in/invalid-credentials.js';
import { parseApiKey, secretMatches } from './api-key.js';
import { ApiKeyUsage } from './api-key-usage.js';
import { PartnerDirectory } from './partner-directory.js';

export type KeyHolder = { readonly keyId: string; readonly partnerId: string };

type WithKey = FastifyRequest & { keyHolder?: KeyHolder };

/** Authenticates callers by an active API key in the header `api-key`. */
@Injectable()
export class ApiKeyAuthenticator implements RequestAuthenticator {
  constructor(
    private readonly directory: PartnerDirectory,
    private readonly uses: ApiKeyUsage,
  ) {}

  async admit(request: WithKey): Promise<void> {
    request.keyHolder = await this.holderOf(request.headers['api-key']);
  }

  private async holderOf(header: string | string[] | undefined): Promise<KeyHolder> {
    const key = typeof header === 'string' ? parseApiKey(header) : null;
    if (key === null) throw invalidCredentials();
    const { keyId, partnerId, secret } = key;
    const known = await this.directory.activeKey(partnerId, keyId, Date.now());
    if (known === null || !secretMatches(secret, known.secretHash)) throw invalidCredentials();
    this.uses.note(partnerId, keyId, new Date());
    return { keyId, partnerId };
  }
}

/** Parameter decorator: id and partner of the API key of the request. */
export const CurrentKey = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { keyHolder } = context.switchToHttp().getRequest<WithKey>();
  if (keyHolder === undefined) throw new Error('this route needs ApiKeyAuthenticator');
  return keyHolder;
});
