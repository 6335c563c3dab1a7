import { z } from 'zod';
import { addressFilter } from './address.ts';
import { explorerPageSize, maxPageSize } from '../constants.ts';
import {
  addressSummary,
  addressTransaction,
  addressUnconfirmedRow,
  block,
  blockchain,
  coverage,
  pagination,
  sats,
  transaction,
  unconfirmedRow,
  unconfirmedSums,
  unconfirmedTotals,
  unconfirmedTransaction,
} from './chain-shapes.ts';
import { endpoint } from '../endpoint.ts';
import {
  ethereumAddressSummary,
  ethereumBlock,
  ethereumCoverage,
  ethereumHolding,
  ethereumMovement,
  ethereumTransaction,
  ethereumTransactionRow,
  units,
} from './ethereum-shapes.ts';
import { blockFilter } from './transaction-parts.ts';

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
const bitcoin = z.literal('bitcoin');
const ethereum = z.literal('ethereum');
const anyBlock = z.discriminatedUnion('blockchain', [block, ethereumBlock]);
const anyTransaction = z.union([transaction, unconfirmedTransaction, ethereumTransaction]);
const anyAddress = z.discriminatedUnion('blockchain', [addressSummary, ethereumAddressSummary]);
const chainFollows =
  'The chain is derived from a hash or address (Ethereum’s begin with 0x); for a height, `blockchain` specifies it.';

export const getBlock = endpoint({
  id: 'getBlock',
  method: 'GET',
  path: '/blockchain/block/:height',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'A block by height or hash',
  description: `${chainFollows} The hash of a stale block returns 410 \`gone\` with \`details.height\` and \`details.blockNow\`, the current block at that height.`,
  params: blockParams,
  query: chainQuery,
  response: z.object({ success: ok, data: anyBlock }),
});

export const listBlockTransactions = endpoint({
  id: 'listBlockTransactions',
  method: 'GET',
  path: '/blockchain/block/:height/transactions',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Transactions of a block in block order, all or filtered',
  description: `${chainFollows} Totals and pages count the filtered transactions.`,
  params: blockParams,
  query: pageQuery.extend(blockFilter),
  response: z.discriminatedUnion('blockchain', [
    z.object({ success: ok, blockchain: bitcoin, txs: z.array(transaction), pagination, coverage }),
    z.object({
      success: ok,
      blockchain: ethereum,
      txs: z.array(ethereumTransactionRow),
      pagination,
      coverage: ethereumCoverage,
    }),
  ]),
});

export const getTransaction = endpoint({
  id: 'getTransaction',
  method: 'GET',
  path: '/blockchain/transaction/:hash',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'A transaction with all inputs and outputs, on Ethereum with all effects',
  description:
    'An unconfirmed Bitcoin transaction has `status: unconfirmed`. One that is no longer in the mempool or the chain returns 410 `gone`: `details.reason` is replaced, evicted, conflict, or mined (in a stale block: `details.block`, `details.height`, and `details.blockNow`, the current block at that height); `details.replacedBy` is the transaction that replaced it.',
  params: z.object({ hash: z.string().max(80) }),
  response: z.object({ success: ok, data: anyTransaction }),
});

export const getAddress = endpoint({
  id: 'getAddress',
  method: 'GET',
  path: '/blockchain/address/:addr',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Type and totals of an address',
  params: addressParams,
  response: z.object({ success: ok, data: anyAddress }),
});

export const getAddressSummary = endpoint({
  id: 'getAddressSummary',
  method: 'GET',
  path: '/blockchain/address/:addr/summary',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Totals of an address; the first array element is the summary',
  params: addressParams,
  response: z.object({ success: ok, data: z.array(anyAddress).length(1) }),
});

export const listAddressTransactions = endpoint({
  id: 'listAddressTransactions',
  method: 'GET',
  path: '/blockchain/address/:addr/transactions',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'History of an address, newest first, with the net amount of each row',
  description:
    'On Ethereum, a row is a movement: ether, internal, token, fee, reward, or withdrawal, in one numbered list. With a filter, `totalTxs` counts the matching rows.',
  params: addressParams,
  query: pageQuery.omit({ blockchain: true }).extend(addressFilter),
  response: z.discriminatedUnion('blockchain', [
    z.object({ success: ok, blockchain: bitcoin, txs: z.array(addressTransaction), pagination, coverage }),
    z.object({
      success: ok,
      blockchain: ethereum,
      txs: z.array(ethereumMovement),
      pagination,
      /** Matching movements marked as spam; included in `pagination` only with `hidden`. */
      hiddenCount: z.int(),
      coverage: ethereumCoverage,
    }),
  ]),
});

export const listAddressUnconfirmed = endpoint({
  id: 'listAddressUnconfirmed',
  method: 'GET',
  path: '/blockchain/address/:addr/unconfirmed',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Unconfirmed transactions of a Bitcoin address, newest first',
  description: '`unconfirmed` is null and the list is empty if no source provides a mempool.',
  params: addressParams,
  query: pageQuery.omit({ blockchain: true }),
  response: z.object({
    success: ok,
    blockchain: bitcoin,
    txs: z.array(addressUnconfirmedRow),
    pagination,
    unconfirmed: unconfirmedSums.nullable(),
    coverage,
  }),
});

export const listUnconfirmed = endpoint({
  id: 'listUnconfirmed',
  method: 'GET',
  path: '/blockchain/unconfirmed',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Unconfirmed Bitcoin transactions, newest first, with fee rates',
  description: '`totals` is null and the list is empty if no source provides a mempool.',
  query: pageQuery.omit({ blockchain: true }),
  response: z.object({
    success: ok,
    blockchain: bitcoin,
    totals: unconfirmedTotals.nullable(),
    txs: z.array(unconfirmedRow),
    pagination,
    coverage,
  }),
});

export const listAddressAssets = endpoint({
  id: 'listAddressAssets',
  method: 'GET',
  path: '/blockchain/address/:addr/assets',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Holdings and totals of an Ethereum address by asset, ether first',
  description: 'For the next page, set `after` to `next` of the previous page.',
  params: addressParams,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(explorerPageSize),
    after: z.string().max(42).optional(),
  }),
  response: z.object({
    success: ok,
    assets: z.array(ethereumHolding),
    /** null: there are no more. */
    next: z.string().nullable(),
    coverage: ethereumCoverage,
  }),
});

const blockRef = z.object({ blockNumber: z.int(), timestamp: z.int() });

export const getBlockStats = endpoint({
  id: 'getBlockStats',
  method: 'GET',
  path: '/blockchain/transactions/:id/getBlockStats',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Number of blocks with an address or transaction, and the first and last of them',
  params: z.object({ id: z.string().max(120) }),
  response: z.object({
    success: ok,
    data: z.object({
      blockchain,
      totalBlocks: z.int(),
      firstBlock: blockRef.nullable(),
      lastBlock: blockRef.nullable(),
      coverage,
    }),
  }),
});

const tip = z.object({ number: z.int(), hash: z.string(), timestamp: z.int() });
const bitcoinStatus = z.object({
  blockchain: bitcoin,
  network: z.string().nullable(),
  tip: tip.nullable(),
  coverage,
  totals: z.object({
    blocks: z.int(),
    transactions: z.int(),
    addresses: z.int(),
    /** Outputs not known to be spent and not provably unspendable; like the sums below, null without stored blocks. */
    utxos: z.int().nullable(),
    /** Sum of the balances of all addresses. */
    address_balance: sats.nullable(),
    /** Sum of `utxos` without an address (bare multisig, non-standard). */
    other_balance: sats.nullable(),
    /** Provably lost: OP_RETURN values and coinbases replaced under BIP30. */
    destroyed: sats.nullable(),
    /** Coins created by coinbases (claimed subsidy). null on a range ledger. */
    issued: sats.nullable(),
    fees: sats.nullable(),
  }),
});
const ethereumStatus = z.object({
  blockchain: ethereum,
  network: z.string().nullable(),
  chain_id: units.nullable(),
  tip: tip.nullable(),
  coverage: ethereumCoverage,
  totals: z.object({
    blocks: z.int(),
    transactions: z.int(),
    addresses: z.int(),
    tokens: z.int(),
    /** Fees paid by senders: `burnt + tips`; like the sums below, null without stored blocks. */
    fees: units.nullable(),
    burnt: units.nullable(),
    tips: units.nullable(),
    /** Issued ether. */
    rewards: units.nullable(),
    withdrawals: units.nullable(),
  }),
});

export const getLedgerStatus = endpoint({
  id: 'getLedgerStatus',
  method: 'GET',
  path: '/blockchain/status',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Status of the ledger of a chain: tip, ranges, and totals',
  query: chainQuery,
  response: z.object({
    success: ok,
    data: z.discriminatedUnion('blockchain', [bitcoinStatus, ethereumStatus]),
  }),
});
