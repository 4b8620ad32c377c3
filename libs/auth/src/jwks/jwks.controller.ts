import { Controller, Get, Header } from '@nestjs/common';
import { z } from 'zod';
import { Public } from '#http/authenticated-by.js';
import { Endpoint } from '#http/endpoint.js';
import { AuthTokens } from '../bearer/auth-token.js';
import { KEY_SET_CACHED_S } from '#kernel/timing.js';

const keySet = z
  .strictObject({
    keys: z
      .array(z.record(z.string(), z.unknown()))
      .meta({ description: 'JSON Web Keys (RFC 7517), each with its `kid`.', examples: [[]] }),
  })
  .meta({ id: 'KeySet', description: 'The public keys that verify an authToken.' });

@Controller('.well-known/jwks.json')
export class JwksController {
  constructor(private readonly tokens: AuthTokens) {}

  @Endpoint({
    summary: 'Public keys of the tokens',
    description: 'Public keys for verifying an authToken without a call to this service.',
    credential: 'none',
    answers: { 200: [keySet, 'The keys in use.'] },
  })
  @Public()
  @Get()
  @Header('cache-control', `public, max-age=${KEY_SET_CACHED_S}`)
  listKeys() {
    return this.tokens.jwks();
  }
}
