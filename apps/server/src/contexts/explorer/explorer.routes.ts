import {
  compareAddresses,
  entityActivityEndpoints,
  getAddressCluster,
  getProbableOwner,
  listAddressCounterparties,
  listAddressUtxos,
  priceEndpoints,
  search as searchCall,
} from '@hopscope/contract';
import type { Context } from '../../context.ts';
import type { Router } from '../../http/router.ts';

export function searchRoutes({ route }: Router, { search }: Context): void {
  route(searchCall, async ({ query }) => ({ data: await search.find(query.q) }));
}

export function relationRoutes({ route }: Router, { relations }: Context): void {
  route(listAddressUtxos, async ({ params, query }) => relations.utxos(params.addr, query));
  route(listAddressCounterparties, async ({ params, query }) => relations.counterparties(params.addr, query));
  route(compareAddresses, async ({ query }) => relations.compare(query));
}

export function clusterRoutes({ route }: Router, { clusters, probableOwner }: Context): void {
  route(getAddressCluster, async ({ params, query }) => clusters.ofAddress(params.addr, query));
  route(getProbableOwner, async ({ params, query }) => probableOwner.ofAddress(params.addr, query.odds));
}

export function priceRoutes({ route }: Router, { prices }: Pick<Context, 'prices'>): void {
  route(priceEndpoints.getCryptoPrices, () => prices.current());
  route(priceEndpoints.getPriceHistory, ({ query }) => prices.history(query));
}

/** Routes of what entities did on the chains. */
export function entityActivityRoutes(
  { route }: Router,
  { directory, entityActivity, entityFlows }: Pick<Context, 'directory' | 'entityActivity' | 'entityFlows'>,
): void {
  const { getEntityActivity, listEntityPartners, listEntityFlows } = entityActivityEndpoints;
  route(getEntityActivity, async (call) => {
    const canSeeRestricted = await directory.canSeeRestricted(call);
    return { data: await entityActivity.activity({ ...call.params, ...call.query, canSeeRestricted }) };
  });
  route(listEntityPartners, async (call) => {
    const canSeeRestricted = await directory.canSeeRestricted(call);
    return { data: await entityActivity.partners({ ...call.params, ...call.query, canSeeRestricted }) };
  });
  route(listEntityFlows, async (call) => {
    const canSeeRestricted = await directory.canSeeRestricted(call);
    return { data: await entityFlows.all({ ...call.query, canSeeRestricted }) };
  });
}
