import { Controller, Get, Inject } from '@nestjs/common';
import { z } from 'zod';
import type { Config } from '#config/config.js';
import { Endpoint } from '#http/endpoint.js';
import { CONFIG } from '#kernel/tokens.js';

const countryCodes = z
  .array(z.string().regex(/^[A-Z]{3}$/))
  .meta({ description: 'ISO 3166-1 alpha-3 codes, sorted.', examples: [['DEU', 'GBR', 'USA']] });

@Controller('v1/onboarding/trading-countries')
export class TradingCountriesController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Endpoint({
    summary: 'List the supported countries',
    description: 'Every endpoint that registers users accepts users of these countries only.',
    answers: { 200: [countryCodes, 'The list.'] },
  })
  @Get()
  listTradingCountries(): readonly string[] {
    return this.config.tradingCountries;
  }
}
