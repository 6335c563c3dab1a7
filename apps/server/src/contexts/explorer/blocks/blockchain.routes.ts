import {
  getAddress,
  getAddressSummary,
  getBlock,
  getBlockStats,
  getLedgerStatus,
  getTransaction,
  listAddressAssets,
  listAddressUnconfirmed,
  listBlockTransactions,
  listUnconfirmed,
} from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function blockchainRoutes({ route }: Router, { blockchain }: Context): void {
  route(getBlock, async ({ params, query }) => ({ data: await blockchain.block(params.height, query) }));
  route(listBlockTransactions, async ({ params, query }) =>
    blockchain.blockTransactions(params.height, query),
  );
  route(getTransaction, async ({ params }) => ({ data: await blockchain.transaction(params.hash) }));
  route(getAddress, async ({ params }) => ({ data: await blockchain.address(params.addr) }));
  route(getAddressSummary, async ({ params }) => ({ data: [await blockchain.address(params.addr)] }));
  route(listAddressUnconfirmed, async ({ params, query }) =>
    blockchain.addressUnconfirmed(params.addr, query),
  );
  route(listUnconfirmed, async ({ query }) => blockchain.unconfirmed(query));
  route(listAddressAssets, async ({ params, query }) => blockchain.addressAssets(params.addr, query));
  route(getBlockStats, async ({ params }) => ({ data: await blockchain.blockStats(params.id) }));
  route(getLedgerStatus, async ({ query }) => ({ data: await blockchain.status(query.blockchain) }));
}
