import { Controller, Get, Param, Query } from '@nestjs/common';
import { notFound } from '#kernel/refused.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { PageQuery, TextParameter, pageOf } from '#http/query-fields.js';
import { MarketData } from '../market/market-data.js';
import { notLoaded } from '../market/not-loaded.js';
import { asset, assetView, assets } from './asset.view.js';

const QUERY_LENGTH_MAX = 100;

class AssetsQuery extends PageQuery {
  @TextParameter({
    optional: true,
    max: QUERY_LENGTH_MAX,
    about:
      'Only assets with a symbol, or a word in the name, that begins so. Case does not matter.',
    example: 'apple',
  })
  readonly query?: string;
}

@Controller('v1/assets')
export class AssetsController {
  constructor(private readonly market: MarketData) {}

  @Endpoint({
    summary: 'Search assets',
    description:
      'The securities that the broker lists, sorted by symbol. The list is loaded before each trading day.',
    answers: { 200: [assets, 'One page of the list.'] },
    refuses: [notLoaded],
    entityTag: true,
  })
  @Get()
  async listAssets(@Query() query: AssetsQuery) {
    const page = pageOf(query);
    const found = (await this.market.assets()).search(query.query ?? '');
    const shown = found.slice(page.offset, page.offset + page.limit);
    return { assets: shown.map(assetView), metadata: { total: found.length, ...page } };
  }

  @Endpoint({
    summary: 'Get an asset',
    description: 'One security by its symbol.',
    params: { symbol: { about: 'The symbol, in capital letters.', example: 'AAPL' } },
    answers: { 200: [asset, 'The asset.'] },
    refuses: [refusal(404, 'asset_not_found', 'The broker lists no such symbol.'), notLoaded],
    entityTag: true,
  })
  @Get(':symbol')
  async getAsset(@Param('symbol') symbol: string) {
    const found = (await this.market.assets()).find(symbol);
    if (found === null) throw notFound('asset_not_found', 'The broker does not list this symbol');
    return assetView(found);
  }
}
