import type { Outbound } from '../../../outbound/outbound.ts';
import type { PriceSettings } from './price-settings.ts';
import { coingeckoHeaders, createCoingecko } from './coingecko.ts';
import { createCoinbase } from './coinbase.ts';
import { createDemoPrices } from './demo-prices.ts';
import { createPriceFile } from './price-file.ts';
import type { PriceProvider } from './provider.ts';

/** Symbols of the explorer's assets. */
const fileSymbols = ['BTC', 'ETH', 'USDT', 'USDC', 'DAI', 'WETH', 'WBTC', 'stETH', 'LINK', 'UNI'];

/**
 * Returns the price provider; undefined: none. Without a setting it is the demo's fictional market on the demo network,
 * and none elsewhere: no request leaves the machine unless configured. Fictional prices are never shown with real blocks.
 */
export function createProvider(
  settings: PriceSettings,
  around: { isDemo: boolean; seed: number; outbound: Outbound; now: () => number },
): PriceProvider | undefined {
  const { isDemo, seed, outbound, now } = around;
  const base = (usual: string): string => (settings.url ?? usual).replace(/\/+$/, '');
  const from = settings.from ?? (isDemo ? 'demo' : 'off');
  switch (from) {
    case 'off':
      return undefined;
    case 'demo':
      return isDemo ? createDemoPrices(seed, now) : undefined;
    case 'coingecko': {
      const url = base('https://api.coingecko.com/api/v3');
      return createCoingecko({ outbound, base: url, headers: coingeckoHeaders(url, settings.key) }, now);
    }
    case 'coinbase':
      return createCoinbase({ outbound, base: base('https://api.coinbase.com'), headers: {} }, now);
    case 'file':
      return settings.file === undefined ? undefined : createPriceFile(settings.file, fileSymbols);
  }
}
