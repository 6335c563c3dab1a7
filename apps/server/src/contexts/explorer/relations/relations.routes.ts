import { compareAddresses, listAddressCounterparties, listAddressUtxos } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function relationRoutes({ route }: Router, { relations }: Context): void {
  route(listAddressUtxos, async ({ params, query }) => relations.utxos(params.addr, query));
  route(listAddressCounterparties, async ({ params, query }) => relations.counterparties(params.addr, query));
  route(compareAddresses, async ({ query }) => relations.compare(query));
}
