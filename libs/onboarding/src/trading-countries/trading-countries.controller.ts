import { Controller, Get, Inject } from '@nestjs/common';
import type { Config } from '#platform/config/config.js';
import { CONFIG } from '#platform/platform.module.js';

@Controller('v1/onboarding/trading-countries')
export class TradingCountriesController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  list(): readonly string[] {
    return this.config.tradingCountries;
  }
}
