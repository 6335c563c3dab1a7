import { z } from 'zod';
import { blockchain, coverage, ethereumAddress } from './chain-shapes.ts';
import { entityIdText } from '../directory/directory.ts';
import { endpoint } from '../endpoint.ts';
import { asset, units } from './ethereum-shapes.ts';

const ok = z.literal(true);
const tag = 'blockchain';
const bitcoin = z.literal('bitcoin');
const transactionParams = z.object({ hash: z.string().max(80) });
const chainQuery = z.object({ blockchain: blockchain.default('bitcoin') });
/** Base units, at most 2^256 − 1. */
const amount = z.string().regex(/^\d{1,78}$/);

/** What a transaction of a block is, by what it does: a transaction may be several. */
export const blockTransactionTypes = [
  /** Bitcoin. */
  'coinbase',
  'coinjoin',
  'op_return',
  'segwit',
  'replaceable',
  /** Ethereum: payment without data, contract call, contract creation, token transfer, or failed. */
  'payment',
  'call',
  'creation',
  'token',
  'failed',
] as const;
export type BlockTransactionType = (typeof blockTransactionTypes)[number];

/**
 * Filter for the transactions of a block; a transaction must match all given conditions.
 * - `minAmount`, `maxAmount`: base units, inclusive: Σ outputs on Bitcoin, the value of the transaction on Ethereum.
 * - `type`: a type of the other chain matches nothing.
 * - `entity`: an entity of the directory that one of the transaction's addresses is currently attributed to.
 */
export const blockFilter = {
  minAmount: amount.optional(),
  maxAmount: amount.optional(),
  type: z.enum(blockTransactionTypes).optional(),
  entity: entityIdText.optional(),
} as const;

export const getTransactionProof = endpoint({
  id: 'getTransactionProof',
  method: 'GET',
  path: '/blockchain/transaction/:hash/proof',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Inclusion proof of a Bitcoin transaction in its block',
  description:
    'The sibling hashes of the Merkle tree, lowest first, and the 80 header bytes. Unconfirmed transactions have none (404).',
  params: transactionParams,
  response: z.object({
    success: ok,
    data: z.object({
      blockchain: bitcoin,
      txid: z.string(),
      block: z.int(),
      block_hash: z.string(),
      /** 80 bytes, hex. */
      header: z.string(),
      /** Place in the block, 0 = coinbase. */
      position: z.int(),
      transaction_count: z.int(),
      /** Hashes as people write them. */
      branch: z.array(z.string()),
      coverage,
    }),
  }),
});

export const rawFormats = ['binary', 'hex'] as const;

export const getRawTransaction = endpoint({
  id: 'getRawTransaction',
  method: 'GET',
  path: '/blockchain/transaction/:hash/raw',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Raw bytes of a transaction, as a file or as hex',
  description:
    'Rebuilt from stored data, and sent only if they match the requested hash. 404 `not_covered` if scripts and witnesses are not stored.',
  answers: ['application/octet-stream', 'text/plain'],
  params: transactionParams,
  query: z.object({ format: z.enum(rawFormats).default('binary') }),
  response: z.string(),
});

const changeFinding = z.object({
  /** Index of the presumed change output. */
  output: z.int(),
  heuristic: z.enum(['address_reuse', 'script_type', 'round_amount', 'fresh_address', 'optimal_change']),
  /** In words. */
  evidence: z.string(),
  /** Measured where the truth is known; null: nothing there to measure. */
  precision: z.number().nullable(),
  recall: z.number().nullable(),
});
export type ChangeFindingView = z.infer<typeof changeFinding>;

const probability = z.number().min(0).max(1);

const changeOdds = z.object({
  /** Spendable outputs, in order. */
  outputs: z.array(
    z.object({
      output: z.int(),
      /** That it is the change, rounded down to four decimals. */
      probability,
    }),
  ),
  /** That no output is the change. */
  none: probability,
  /**
   * How often an output of at least `sure` was the change where the truth is known: on the demo network, and in how many of
   * how many cases in blocks of mainnet. null: not measured.
   */
  measured: z.object({
    sure: probability,
    demo: z.number().nullable(),
    mainnet: z.object({ right: z.int(), of: z.int() }).nullable(),
  }),
});
export type ChangeOddsView = z.infer<typeof changeOdds>;

/** As text: satoshis per virtual byte with two decimals, on Ethereum wei per gas. */
const rate = z.string();

const rateSpread = z.object({
  /** Transactions whose fee rate is known, without the coinbase, and those whose is not. */
  known: z.int(),
  unknown: z.int(),
  /** null where none is known. The median is by transactions, the lower of the middle two. */
  lowest: rate.nullable(),
  median: rate.nullable(),
  highest: rate.nullable(),
});
export type RateSpread = z.infer<typeof rateSpread>;

export const getTransactionContext = endpoint({
  id: 'getTransactionContext',
  method: 'GET',
  path: '/blockchain/transaction/:hash/context',
  access: 'user',
  scope: 'read',
  tag,
  summary:
    'Context of a confirmed Bitcoin transaction: change, rank of its fee rate in the block, replaced transactions',
  description: 'All of it is inferred, not part of the transaction itself.',
  params: transactionParams,
  response: z.object({
    success: ok,
    data: z.object({
      blockchain: bitcoin,
      txid: z.string(),
      block_hash: z.string(),
      /** Of each heuristic that has an opinion; empty for coinbases, CoinJoins and what may be one or a PayJoin. */
      change: z.array(changeFinding),
      /** Of all heuristics together; null for the same transactions, and with fewer than two spendable outputs. */
      change_odds: changeOdds.nullable(),
      /** Fee rates of the block, and its own place among them. */
      fee: rateSpread.extend({
        own: rate.nullable(),
        /** Among the other transactions of the block with known fee rate: how many pay less, and how many the same. */
        below: z.int().nullable(),
        same: z.int().nullable(),
      }),
      /**
       * Outputs that were paid for what was given on Ethereum: by THORChain, by a memo of this transaction whose deposit is in the ledger
       * and names the same recipient; by tBTC, whose contract has accepted this transaction as the payment of redemptions. `exact`: a key
       * that signed here is the one that received the deposit, or the wallet that a redemption names.
       */
      payouts: z.array(
        z.object({
          /** Number of the output that was paid. */
          output: z.int(),
          protocol: z.string(),
          /** Transaction on Ethereum, and who sent it. */
          transaction: z.string(),
          sender: ethereumAddress,
          asset: asset.nullable(),
          /** What was deposited. Null: not stated. */
          amt: units.nullable(),
          proof: z.enum(['agreed', 'exact']),
        }),
      ),
      /**
       * Outputs that a bridge received, and paid for on Ethereum: a transaction there names this one, and both agree
       * (docs/concepts/crossings.md).
       */
      deposits: z.array(
        z.object({
          /** Number of the output that the bridge received. */
          output: z.int(),
          protocol: z.string(),
          /** Transaction on Ethereum, and who received there. */
          transaction: z.string(),
          recipient: ethereumAddress,
          asset: asset.nullable(),
          /** What was received. Null: not stated. */
          amt: units.nullable(),
          proof: z.enum(['agreed', 'exact']),
        }),
      ),
      /** Unconfirmed transactions that this one replaced, newest first; older ones are no longer stored. */
      replaces: z.array(z.string()),
      coverage,
    }),
  }),
});
export type TransactionContext = z.infer<typeof getTransactionContext.response>['data'];

export const getBlockFees = endpoint({
  id: 'getBlockFees',
  method: 'GET',
  path: '/blockchain/block/:height/fees',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Histogram of the fee rates of a block, and its mining pool',
  description:
    'Bitcoin: in satoshis per virtual byte; Ethereum: priority fee in wei per gas. The pool is the directory entity with its tag in the coinbase; null if unknown, and always on Ethereum.',
  params: z.object({ height: z.string().max(80) }),
  query: chainQuery,
  response: z.object({
    success: ok,
    data: z.object({
      blockchain,
      number: z.int(),
      hash: z.string(),
      /** In whole satoshis per virtual byte, or wei per gas. Ascending: from `from` to below `to`, without end where that is null; empty bands at either end are left out. */
      bands: z.array(
        z.object({
          from: units,
          to: units.nullable(),
          count: z.int(),
          /** Weight units on Bitcoin, gas on Ethereum. */
          size: z.int(),
        }),
      ),
      rates: rateSpread,
      pool: z
        .object({
          entity_id: z.string(),
          name: z.string(),
          /** Text in the coinbase. */
          mark: z.string(),
        })
        .nullable(),
    }),
  }),
});
export type BlockFees = z.infer<typeof getBlockFees.response>['data'];

export const transactionPartEndpoints = {
  getTransactionProof,
  getRawTransaction,
  getTransactionContext,
  getBlockFees,
} as const;
