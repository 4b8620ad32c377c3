import type { BrokerAsset } from '#broker/broker-views.js';

/**
 * All assets, sorted by symbol. A search reads every name. For 12,000 names it takes a few
 * milliseconds, so an index is not worth its memory.
 */
export class AssetList {
  private readonly assets: readonly BrokerAsset[];
  private readonly bySymbol: ReadonlyMap<string, BrokerAsset>;

  constructor(assets: readonly BrokerAsset[]) {
    this.bySymbol = new Map(assets.map((each) => [each.symbol, each]));
    this.assets = [...this.bySymbol.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
  }

  /** Finds an asset by its exact symbol. */
  find(symbol: string): BrokerAsset | null {
    return this.bySymbol.get(symbol) ?? null;
  }

  /**
   * Returns the assets with a symbol, or a word in the name, that begins with the text in any case.
   */
  search(text: string): readonly BrokerAsset[] {
    const wanted = text.trim();
    if (wanted === '') return this.assets;
    const symbol = new RegExp(`^${escaped(wanted)}`, 'iu');
    const word = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(wanted)}`, 'iu');
    return this.assets.filter((each) => symbol.test(each.symbol) || word.test(each.name));
  }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
