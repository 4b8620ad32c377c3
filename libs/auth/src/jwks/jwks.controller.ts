import { Controller, Get } from '@nestjs/common';
import { Public } from '#platform/http/caller.js';
import { AuthTokens } from '../bearer/auth-token.js';

@Controller('.well-known/jwks.json')
export class JwksController {
  constructor(private readonly tokens: AuthTokens) {}

  @Public()
  @Get()
  keys() {
    return this.tokens.jwks();
  }
}
