import { z } from 'zod';
import { blockchain, coverage, sats } from './chain-shapes.ts';
import { explorerPageSize } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { units } from './ethereum-shapes.ts';

const ok = z.literal(true);
const tag = 'blockchain';
const addressText = z.string().max(120);
const page = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(1000).default(explorerPageSize),
});
const pagination = z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() });

/** How much of an address's history an answer rests on: its newest transactions (movements on Ethereum), of how many. */
const read = z.object({ transactions: z.int(), of: z.int() });

const utxo = z.object({
  txid: z.string(),
  index: z.int(),
  amt: sats,
  block: z.int(),
  /** Null without stored blocks. */
  timestamp: z.int().nullable(),
  confirmations: z.int().nullable(),
  coinbase: z.boolean(),
  /** `unknown`: the ledger has gaps above it, so a spend may be missing. `unspendable`: the coin of the first block. */
  spent: z.enum(['unspent', 'unknown', 'unspendable']),
});
export type UtxoView = z.infer<typeof utxo>;

export const listAddressUtxos = endpoint({
  id: 'listAddressUtxos',
  method: 'GET',
  path: '/blockchain/address/:addr/utxos',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Unspent outputs of a Bitcoin address, newest first',
  description:
    '`amt` is the total over all pages; on a complete ledger it equals the balance. Unconfirmed spends do not count.',
  params: z.object({ addr: addressText }),
  query: page,
  response: z.object({
    success: ok,
    blockchain: z.literal('bitcoin'),
    utxos: z.array(utxo),
    amt: sats,
    pagination,
    coverage,
  }),
});

/** Amounts are in base units (satoshis, wei, units of the token) as decimal text. */
const counterparty = z.object({
  address: z.string(),
  /** `in`: the address was paid by it, `out`: it paid it. */
  direction: z.enum(['in', 'out']),
  /** Amounts between the two, split in proportion; null if no transaction shows them. */
  amt: units.nullable(),
  transactions: z.int(),
  /** Of those, where the amount is not known because an input is not. */
  transactions_without_amount: z.int(),
  /** The newest of them; `timestamp` in seconds since 1970, null without stored blocks. */
  last: z.object({ txid: z.string(), block: z.int(), timestamp: z.int().nullable() }),
  /**
   * Where the counterparty is a bridge between Bitcoin and Ethereum and both ledgers agree on what crossed
   * (docs/concepts/crossings.md): who is on the other side. At most 5, of the newest 20 transactions between the two.
   */
  through: z.array(
    z.object({
      /** The transaction between the two. */
      txid: z.string(),
      protocol: z.string(),
      /** The chain on the other side. */
      blockchain,
      /** Who paid, or was paid, there: at most 5 of `account_count`. */
      accounts: z.array(z.string()),
      account_count: z.int(),
      /** The transaction there. */
      transaction: z.string(),
      proof: z.enum(['agreed', 'exact']),
    }),
  ),
});
export type CounterpartyView = z.infer<typeof counterparty>;

export const counterpartySums = z.object({
  /** Totals by direction over the transactions read. */
  amt: units,
  counterparties: units,
  /** Fees that were paid (out), or new coins (in). */
  fees: units,
  /** Went to outputs without an address. */
  other: units,
  /** With unknown payer or amount. */
  unknown: units,
});

export const listAddressCounterparties = endpoint({
  id: 'listAddressCounterparties',
  method: 'GET',
  path: '/blockchain/address/:addr/counterparties',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Counterparties of an address with amounts, by direction',
  description:
    'Based on the newest transactions of the address (`read`). Bitcoin: received amounts come from the inputs in proportion to their amounts; spent amounts go to the outputs that pay none of the input addresses and to the fee, in proportion. `sums` has the totals: counterparties + fees + other + unknown = amt. Ethereum: the other side of each movement of one asset, excluding spam.',
  params: z.object({ addr: addressText }),
  query: page.extend({
    direction: z.enum(['in', 'out']),
    sort: z.enum(['amount', 'transactions']).default('amount'),
    /** Ethereum: `ether` or the address of a token contract. */
    asset: z.string().max(42).optional(),
  }),
  response: z.object({
    success: ok,
    blockchain,
    counterparties: z.array(counterparty),
    sums: counterpartySums,
    read,
    pagination,
    coverage,
  }),
});

const shared = z.object({
  address: z.string(),
  /** Transactions with the first, and with the second address. */
  transactions: z.tuple([z.int(), z.int()]),
});

const hop = z.object({ from: z.string(), to: z.string(), txid: z.string(), block: z.int() });
export type LinkHopView = z.infer<typeof hop>;

export const compareAddresses = endpoint({
  id: 'compareAddresses',
  method: 'GET',
  path: '/blockchain/compare',
  access: 'user',
  scope: 'read',
  tag,
  atOnce: 3,
  summary:
    'Common counterparties and transactions of two addresses of one chain, and the shortest link between them',
  description:
    'A link is a chain of at most three payments from one address to the other, all in the same direction. If `link.complete` is false, the search was limited and a shorter link, or any link, may exist.',
  query: z.object({ a: addressText, b: addressText }),
  response: z.object({
    success: ok,
    blockchain,
    addresses: z.tuple([z.string(), z.string()]),
    /** Common transactions, newest first, at most 100. */
    transactions: z.array(z.object({ txid: z.string(), block: z.int() })),
    transaction_count: z.int(),
    /** Addresses that both moved something with, most transactions first, at most 100. */
    counterparties: z.array(shared),
    counterparty_count: z.int(),
    /** Both were spent in one transaction that is no CoinJoin: Bitcoin only, null elsewhere. */
    spent_together: z.string().nullable(),
    link: z.object({
      path: z.array(hop).max(3).nullable(),
      complete: z.boolean(),
      /** Number of addresses and transactions searched. */
      addresses: z.int(),
      transactions: z.int(),
    }),
    read: z.tuple([read, read]),
    coverage,
  }),
});

/** The calls about what addresses have to do with others, by their ids. */
export const relationEndpoints = { listAddressUtxos, listAddressCounterparties, compareAddresses } as const;
