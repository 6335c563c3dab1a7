import { blockchains, scriptTypes } from '@hopscope/domain';
import { z } from 'zod';

export type { Blockchain } from '@hopscope/domain';
export const blockchain = z.enum(blockchains);

/** Satoshis: a safe integer (at most 21e14). */
export const sats = z.int();

const blockRange = z.object({ from: z.int(), to: z.int() });

/**
 * Data that a response is based on: every block from genesis, ranges of blocks, nothing yet, or the history of one address
 * from a remote provider.
 */
export const coverage = z.object({
  kind: z.enum(['complete', 'range', 'empty', 'address']),
  /** Stored ranges of block heights, ascending. */
  ranges: z.array(blockRange),
  /** The same in words, for people. */
  text: z.string(),
  /**
   * With `address`: stored entries of its history and their total (null if unknown). Omitted if the response isn't about one
   * address.
   */
  history: z.object({ stored: z.int(), total: z.int().nullable() }).optional(),
  /**
   * Of Ethereum: why balances aren't exact. `traces`: internal transfers are unknown in some blocks; `openings`: balances
   * before the lowest block are unknown.
   */
  lacks: z.array(z.enum(['traces', 'openings'])).optional(),
});
export type Coverage = z.infer<typeof coverage>;

export const scriptType = z.enum(scriptTypes);
export type ScriptTypeName = z.infer<typeof scriptType>;

const bitcoin = z.literal('bitcoin');

/** A block (R-3.23; fields after `merkle_root` go beyond it). */
export const block = z.object({
  blockchain: bitcoin,
  _id: z.string(),
  hash: z.string(),
  number: z.int(),
  size: z.int(),
  stripped_size: z.int(),
  weight: z.int(),
  /** Seconds since 1970, from the header. */
  timestamp: z.int(),
  transaction_count: z.int(),
  version: z.int(),
  /** Compact target, 8 hex digits. */
  bits: z.string(),
  nonce: z.int(),
  /** Coinbase input script, hex. */
  coinbase_param: z.string(),
  merkle_root: z.string(),
  previous_hash: z.string(),
  /** Next block in the ledger; null at the tip or where the ledger has a gap. */
  next_hash: z.string().nullable(),
  /** Printable part of the coinbase script. */
  coinbase_text: z.string().nullable(),
  confirmations: z.int().nullable(),
  /** For display: difficulty relative to the easiest target. */
  difficulty: z.string(),
  input_count: z.int(),
  output_count: z.int(),
  /** Sum of all outputs, coinbase included. */
  output_amt: sats,
  subsidy: sats,
  /** What the coinbase pays out. */
  reward: sats,
  /** Fees of the block; see `fees_basis`. */
  fees: sats.nullable(),
  /** `inputs`: summed from transactions whose inputs are all known. `coinbase`: reward less subsidy, a lower bound where inputs are unknown. */
  fees_basis: z.enum(['inputs', 'coinbase']),
  /** Inputs whose spent output the ledger has not seen. */
  unknown_input_count: z.int(),
  coverage,
});
export type BlockView = z.infer<typeof block>;

export const transactionInput = z.object({
  /** null: no address (or not known; then `amt` is null too). */
  addr: z.string().nullable(),
  /** Satoshis; null where the ledger has not seen the spent output. */
  amt: sats.nullable(),
  script_type: scriptType.nullable(),
  /** Spent output; null for a coinbase. */
  txid: z.string().nullable(),
  vout: z.int().nullable(),
  /** Block of the spent output; null where not known. */
  block: z.int().nullable(),
  sequence: z.int(),
  script_size: z.int(),
  witness_size: z.int(),
});
export type TransactionInputView = z.infer<typeof transactionInput>;

/** A chain on the other side of a bridge; `id` (EIP-155) is null for chains without one. */
export const otherChain = z.object({ id: z.int().nullable(), name: z.string() });

/** A memo of THORChain, as the sender wrote it: it proves nothing by itself. */
const thorchainMemo = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('swap'),
    chain: otherChain,
    /** As THORChain names it: `ETH.ETH`. */
    asset: z.string(),
    /** The recipient; null: a name of THORChain, or none. */
    account: z.string().nullable(),
  }),
  /** `inbound`: transaction in hex, of an unknown chain. */
  z.object({ kind: z.enum(['payout', 'refund']), inbound: z.string() }),
]);

/** What an OP_RETURN output carries. */
const opReturn = z.object({
  hex: z.string(),
  /** Where it is meant to be read: without characters that do not show. */
  text: z.string().nullable(),
  /** `text` lacks something: control characters, direction overrides. */
  altered: z.boolean(),
  /** Protocol by its marker; the message isn't validated. */
  protocol: z.enum(['omni', 'runes', 'thorchain', 'witness_commitment']).nullable(),
  /** A message of the Omni Layer; `property` and `amount` (in the token's smallest unit) of simple sends. */
  omni: z
    .object({ version: z.int(), type: z.int(), property: z.int().nullable(), amount: z.string().nullable() })
    .nullable(),
  thorchain: thorchainMemo.nullable(),
});
export type OpReturnView = z.infer<typeof opReturn>;

export const transactionOutput = z.object({
  addr: z.string().nullable(),
  amt: sats,
  index: z.int(),
  script_type: scriptType,
  /** `unknown`: the ledger ends or has gaps after this output, so a spend may be missing. `destroyed`: replaced by a later coinbase of the same id (BIP30). `unspendable`: OP_RETURN or the genesis output. */
  spent: z.enum(['spent', 'unspent', 'unknown', 'unspendable', 'destroyed']),
  spent_by: z.object({ txid: z.string(), index: z.int(), block: z.int() }).nullable(),
  op_return: opReturn.nullable(),
});
export type TransactionOutputView = z.infer<typeof transactionOutput>;

/** Evidence for a CoinJoin, and the measured quality of the detector. */
const coinjoin = z.object({
  style: z.enum(['whirlpool', 'wasabi2', 'wasabi1', 'joinmarket', 'equal_output']),
  evidence: z.object({
    inputs: z.int(),
    /** Inputs whose amount and address are not known. */
    unknown_inputs: z.int(),
    /** Outputs that carry more than data. */
    outputs: z.int(),
    /** Outputs of the most frequent amount, and that amount. */
    equal_outputs: z.int(),
    denomination: sats,
    /** Null if the form doesn't show the number of participants. */
    participants: z.int().nullable(),
    /** Outputs of the standard amounts of WabiSabi; null for other styles. */
    standard_outputs: z.int().nullable(),
  }),
  /** Measured precision on labeled data; null: no cases. */
  precision: z.number().nullable(),
  /** Measured recall on labeled data; null: no cases. */
  recall: z.number().nullable(),
});

/** A transaction (R-3.22; fields after `outputs` go beyond it). */
export const transaction = z.object({
  blockchain: bitcoin,
  _id: z.string(),
  txid: z.string(),
  block: z.int(),
  timestamp: z.int(),
  coinbase: z.boolean(),
  /** Null: depends on unknown inputs, or amounts are inconclusive. */
  is_coinjoin: z.boolean().nullable(),
  /** Where it is one: the style, and why. */
  coinjoin: coinjoin.nullable(),
  /** Sum of inputs; null where one of them is unknown. A coinbase has the amount that it creates and collects. */
  input_amt: sats.nullable(),
  output_amt: sats,
  /** null where an input is unknown; 0 for a coinbase. */
  fee_amt: sats.nullable(),
  inputs: z.array(transactionInput),
  outputs: z.array(transactionOutput),
  input_count: z.int(),
  output_count: z.int(),
  /** True where a list answer left out inputs or outputs (the single transaction call never does). */
  truncated: z.boolean(),
  unknown_input_count: z.int(),
  /** Position in the block, 0 = coinbase; null if unverified. */
  index: z.int().nullable(),
  block_hash: z.string(),
  confirmations: z.int().nullable(),
  version: z.int(),
  locktime: z.int(),
  /** Signals replaceability (BIP125, explicit signaling only). */
  rbf: z.boolean(),
  segwit: z.boolean(),
  size: z.int(),
  vsize: z.int(),
  weight: z.int(),
  witness_size: z.int(),
  /** Satoshis per virtual byte with two decimals, as text; null where the fee is unknown. */
  fee_rate: z.string().nullable(),
  coinbase_text: z.string().nullable(),
  coverage,
});
export type TransactionView = z.infer<typeof transaction>;

/** An input of a transaction that waits for a block; `block` is null also where the spent output waits itself. */
export const unconfirmedInput = transactionInput.extend({
  /** The spent output is one of a transaction that waits too. */
  unconfirmed: z.boolean(),
});
export type UnconfirmedInputView = z.infer<typeof unconfirmedInput>;

/** An output of a transaction that waits for a block: only another one that waits can spend it. */
export const unconfirmedOutput = transactionOutput.extend({
  spent: z.enum(['spent', 'unspent', 'unspendable']),
  spent_by: z.object({ txid: z.string(), index: z.int(), block: z.null() }).nullable(),
});
export type UnconfirmedOutputView = z.infer<typeof unconfirmedOutput>;

/** Waiting transactions related to another, the nearest first. */
const relatives = z.object({
  txids: z.array(z.string()),
  /** There are more than are listed. */
  more: z.boolean(),
});

/** An unconfirmed transaction, with the fields of a confirmed one as far as known. */
export const unconfirmedTransaction = transaction.extend({
  status: z.literal('unconfirmed'),
  block: z.null(),
  timestamp: z.null(),
  index: z.null(),
  block_hash: z.null(),
  confirmations: z.literal(0),
  coinbase: z.literal(false),
  coinbase_text: z.null(),
  truncated: z.literal(false),
  inputs: z.array(unconfirmedInput),
  outputs: z.array(unconfirmedOutput),
  /** Seconds since 1970. */
  first_seen: z.int(),
  /** May be replaced (BIP125): it signals that itself, or one that it spends from and that waits too does. */
  rbf: z.boolean(),
  /** It may be replaced only because of a transaction that it spends from. */
  rbf_inherited: z.boolean(),
  /** Waiting transactions that spend an output that this one spends too: at most one of them can be confirmed. */
  conflicts: z.array(z.string()),
  /** Transactions that this one replaced. */
  replaces: z.array(z.string()),
  ancestors: relatives,
  descendants: relatives,
});
export type UnconfirmedTransactionView = z.infer<typeof unconfirmedTransaction>;

/** A row of a list of unconfirmed transactions. */
export const unconfirmedRow = z.object({
  txid: z.string(),
  /** Seconds since 1970. */
  first_seen: z.int(),
  output_amt: sats,
  /** null where an input is unknown. */
  fee_amt: sats.nullable(),
  /** Satoshis per virtual byte with two decimals, as text; null where the fee is unknown. */
  fee_rate: z.string().nullable(),
  vsize: z.int(),
  /** Signals replaceability itself (BIP125). */
  rbf: z.boolean(),
  input_count: z.int(),
  output_count: z.int(),
});
export type UnconfirmedRow = z.infer<typeof unconfirmedRow>;

/** The same with what it would do to an address; `spent` lacks inputs that are unknown. */
export const addressUnconfirmedRow = unconfirmedRow.extend({
  received: sats,
  spent: sats,
  /** received − spent. */
  net: sats,
  direction: z.enum(['in', 'out', 'self']),
  unknown_input_count: z.int(),
});
export type AddressUnconfirmedRow = z.infer<typeof addressUnconfirmedRow>;

/** What waits for an address in sum; no part of any other total. */
export const unconfirmedSums = z.object({ count: z.int(), received: sats, spent: sats });

const rateBand = z.object({ count: z.int(), vsize: z.int() });

/** How much waits for a block. */
export const unconfirmedTotals = z.object({
  count: z.int(),
  /** Virtual bytes; a block has about a million. */
  vsize: z.int(),
  /** Unconfirmed transactions of the node that aren't stored because there are too many. */
  left_out: z.int(),
  /** Seconds since 1970 of the node's last list. */
  synced_at: z.int(),
  /** By fee rate in satoshis per virtual byte, ascending: from `from` to below `to`, without end where that is null. */
  bands: z.array(rateBand.extend({ from: z.int(), to: z.int().nullable() })),
  /** Those whose fee is unknown. */
  unknown: rateBand,
});
export type UnconfirmedTotals = z.infer<typeof unconfirmedTotals>;

/** A row of an address's history: the transaction and what it did to this address. */
export const addressTransaction = transaction.extend({
  /** Number in the address's history, 0 = first. */
  sequence: z.int(),
  received: sats,
  spent: sats,
  /** received − spent. */
  net: sats,
  direction: z.enum(['in', 'out', 'self']),
});
export type AddressTransactionView = z.infer<typeof addressTransaction>;

export const seen = z.object({ block: z.int(), timestamp: z.int() });

/** Totals of an address. */
export const addressSummary = z.object({
  address: z.string(),
  blockchain: bitcoin,
  script_type: scriptType,
  /** Unspent of what the ledger has seen; with `coverage.kind` = range it is not the whole balance. */
  balance: sats,
  total_received: sats,
  total_spent: sats,
  txCount: z.int(),
  /** null: no price known. */
  usdValue: z.string().nullable(),
  first_seen: seen.nullable(),
  last_seen: seen.nullable(),
  /** True where outputs paid straight to the public key (P2PK) are counted to this address. */
  has_p2pk: z.boolean(),
  /** Unconfirmed amounts, not included in the totals above; null if no source reports them. */
  unconfirmed: unconfirmedSums.nullable(),
  coverage,
});
export type AddressSummary = z.infer<typeof addressSummary>;

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  totalTxs: z.int(),
  totalPages: z.int(),
});

/** In the capitals of EIP-55. */
export const ethereumAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

/** `0x` and bytes in lower case. */
export const hexText = z.string().regex(/^0x([0-9a-f]{2})*$/);
