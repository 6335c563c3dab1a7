import { priceEndpoints } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function priceRoutes({ route }: Router, { prices }: Pick<Context, 'prices'>): void {
  route(priceEndpoints.getCryptoPrices, () => prices.current());
  route(priceEndpoints.getPriceHistory, ({ query }) => prices.history(query));
}
