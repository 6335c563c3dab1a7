import {
  getAddress,
  getAddressSummary,
  getBlock,
  getBlockStats,
  getLedgerStatus,
  getTransaction,
  listAddressAssets,
  listAddressTransactions,
  listBlockTransactions,
  type Blockchain,
} from '@hopscope/contract';
import { notCovered } from '../../app-error.ts';
import type { Context } from '../../context.ts';
import type { Router } from '../../http/router.ts';
import { parseBlockId, parseTxid } from './identifiers.ts';

/** Until an Ethereum source exists, questions about that chain have an honest answer. */
function bitcoinOnly(blockchain: Blockchain): void {
  if (blockchain === 'ethereum') throw notCovered('No Ethereum source is connected');
}

/** Ethereum hashes are written with 0x; Bitcoin's never are. */
function bitcoinHash(text: string): Uint8Array {
  if (/^0x[0-9a-f]{64}$/i.test(text.trim())) bitcoinOnly('ethereum');
  return parseTxid(text);
}

export function blockchainRoutes({ route }: Router, { bitcoin }: Context): void {
  route(getBlock, async ({ params, query }) => {
    bitcoinOnly(query.blockchain);
    return { data: await bitcoin.block(parseBlockId(params.height)) };
  });
  route(listBlockTransactions, async ({ params, query }) => {
    bitcoinOnly(query.blockchain);
    return bitcoin.blockTransactions(parseBlockId(params.height), query);
  });
  route(getTransaction, async ({ params }) => ({
    data: await bitcoin.transaction(bitcoinHash(params.hash)),
  }));
  route(getAddress, async ({ params }) => ({ data: await bitcoin.address(params.addr) }));
  route(getAddressSummary, async ({ params }) => ({ data: [await bitcoin.address(params.addr)] }));
  route(listAddressTransactions, async ({ params, query }) =>
    bitcoin.addressTransactions(params.addr, query),
  );
  route(listAddressAssets, async () => {
    throw notCovered('No Ethereum source is connected');
  });
  route(getBlockStats, async ({ params }) => {
    const isHash = /^(0x)?[0-9a-f]{64}$/i.test(params.id.trim());
    return { data: await bitcoin.blockStats(isHash ? bitcoinHash(params.id) : params.id) };
  });
  route(getLedgerStatus, async ({ query }) => {
    bitcoinOnly(query.blockchain);
    return { data: await bitcoin.status() };
  });
}
