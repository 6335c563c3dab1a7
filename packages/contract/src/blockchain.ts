import { z } from 'zod';
import { explorerPageSize, maxPageSize } from './constants.ts';
import {
  addressSummary,
  addressTransaction,
  block,
  blockchain,
  coverage,
  pagination,
  sats,
  scriptType,
  transaction,
} from './chain-shapes.ts';
import { endpoint } from './endpoint.ts';

const ok = z.literal(true);
const tag = 'blockchain';
const chainQuery = z.object({ blockchain: blockchain.default('bitcoin') });
/** Page counts stay exact integers: page × limit below 2^53. */
const pageQuery = chainQuery.extend({
  page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(explorerPageSize),
});
const blockParams = z.object({ height: z.string().max(80) });
const addressParams = z.object({ addr: z.string().max(120) });

export const getBlock = endpoint({
  id: 'getBlock',
  method: 'GET',
  path: '/blockchain/block/:height',
  access: 'user',
  tag,
  summary: 'A block by height or hash',
  params: blockParams,
  query: chainQuery,
  response: z.object({ success: ok, data: block }),
});

export const listBlockTransactions = endpoint({
  id: 'listBlockTransactions',
  method: 'GET',
  path: '/blockchain/block/:height/transactions',
  access: 'user',
  tag,
  summary: 'Transactions of a block in block order',
  params: blockParams,
  query: pageQuery,
  response: z.object({ success: ok, txs: z.array(transaction), pagination, coverage }),
});

export const getTransaction = endpoint({
  id: 'getTransaction',
  method: 'GET',
  path: '/blockchain/transaction/:hash',
  access: 'user',
  tag,
  summary: 'A transaction with all inputs and outputs',
  params: z.object({ hash: z.string().max(80) }),
  response: z.object({ success: ok, data: transaction }),
});

export const getAddress = endpoint({
  id: 'getAddress',
  method: 'GET',
  path: '/blockchain/address/:addr',
  access: 'user',
  tag,
  summary: 'What an address is and its totals',
  params: addressParams,
  response: z.object({ success: ok, data: addressSummary }),
});

export const getAddressSummary = endpoint({
  id: 'getAddressSummary',
  method: 'GET',
  path: '/blockchain/address/:addr/summary',
  access: 'user',
  tag,
  summary: 'Totals of an address; the first array element is the summary',
  params: addressParams,
  response: z.object({ success: ok, data: z.array(addressSummary).length(1) }),
});

export const listAddressTransactions = endpoint({
  id: 'listAddressTransactions',
  method: 'GET',
  path: '/blockchain/address/:addr/transactions',
  access: 'user',
  tag,
  summary: 'History of an address, newest first, with the net amount of each row',
  params: addressParams,
  query: pageQuery.omit({ blockchain: true }),
  response: z.object({ success: ok, txs: z.array(addressTransaction), pagination, coverage }),
});

const blockRef = z.object({ blockNumber: z.int(), timestamp: z.int() });

export const getBlockStats = endpoint({
  id: 'getBlockStats',
  method: 'GET',
  path: '/blockchain/transactions/:id/getBlockStats',
  access: 'user',
  tag,
  summary: 'In how many blocks an address (or transaction) appears, and the first and last of them',
  params: z.object({ id: z.string().max(120) }),
  response: z.object({
    success: ok,
    data: z.object({
      totalBlocks: z.int(),
      firstBlock: blockRef.nullable(),
      lastBlock: blockRef.nullable(),
      coverage,
    }),
  }),
});

export const getLedgerStatus = endpoint({
  id: 'getLedgerStatus',
  method: 'GET',
  path: '/blockchain/status',
  access: 'user',
  tag,
  summary: 'What the ledger holds: tip, ranges and totals',
  query: chainQuery,
  response: z.object({
    success: ok,
    data: z.object({
      blockchain,
      network: z.string().nullable(),
      tip: z.object({ number: z.int(), hash: z.string(), timestamp: z.int() }).nullable(),
      coverage,
      totals: z.object({
        blocks: z.int(),
        transactions: z.int(),
        addresses: z.int(),
        /** Outputs not known to be spent and not provably unspendable. */
        utxos: z.int(),
        /** Sum of the balances of all addresses. */
        address_balance: sats,
        /** Sum of `utxos` without an address (bare multisig, non-standard). */
        other_balance: sats,
        /** Provably lost: OP_RETURN values and coinbases replaced under BIP30. */
        destroyed: sats,
        /** Coins created by coinbases (claimed subsidy). null on a range ledger. */
        issued: sats.nullable(),
        fees: sats.nullable(),
      }),
    }),
  }),
});

export const search = endpoint({
  id: 'search',
  method: 'GET',
  path: '/search',
  access: 'user',
  tag: 'search',
  summary: 'Tells whether a text is a block, a transaction or an address, or why it is nothing',
  query: z.object({ q: z.string().max(500).default('') }),
  response: z.object({
    success: ok,
    data: z.object({
      type: z.enum(['block', 'transaction', 'address', 'none']),
      /** Canonical form to put in the explorer's path; null where nothing was recognised. */
      value: z.string().nullable(),
      blockchain: blockchain.nullable(),
      script_type: scriptType.nullable(),
      /** Whether the ledger holds it. */
      found: z.boolean(),
      /** In words: what it is, or why it is nothing. */
      message: z.string(),
      coverage,
    }),
  }),
});
