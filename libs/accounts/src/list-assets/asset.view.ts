import { z } from 'zod';
import type { BrokerAsset } from '#broker/broker-views.js';
import { flag, list, object, pageMetadata, text } from '#http/response-schemas.js';

export const asset = object('Asset', 'A US security.', {
  symbol: text('The symbol, as orders use it.', 'AAPL'),
  name: text('The name of the security.', 'Apple Inc. Common Stock'),
  exchange: text('The exchange that lists it.', 'NASDAQ'),
  tradable: flag('Whether orders are accepted.', true),
  fractionable: flag('Whether orders may be for an amount or a fraction of a share.', true),
});

export const assets = object('Assets', 'A page of the assets.', {
  assets: list('Sorted by symbol.', asset),
  metadata: pageMetadata,
});

export const assetView = (each: BrokerAsset): z.output<typeof asset> => ({
  symbol: each.symbol,
  name: each.name,
  exchange: each.exchange,
  tradable: each.tradable,
  fractionable: each.fractionable,
});
