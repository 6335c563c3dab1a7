import { z } from 'zod';
import { coverage, ethereumAddress, hexText, otherChain, seen } from './chain-shapes.ts';
import { ethereumContract } from './ethereum-contract-shapes.ts';
import { mixerNote } from './mixer-shapes.ts';

/** Wei, or the smallest unit of a token: a decimal number without sign, of any size. */
export const units = z.string().regex(/^\d+$/);
/** A decimal number that may be larger than JavaScript's safe integers. */
const big = z.string().regex(/^\d+$/);
const ethereum = z.literal('ethereum');

export const assetTypes = ['ether', 'erc20', 'erc721', 'erc1155'] as const;

/** Asset of an amount. Texts come from the contract: cleaned, but untrusted. */
export const asset = z.object({
  type: z.enum(assetTypes),
  /** null: ether. */
  contract: ethereumAddress.nullable(),
  symbol: z.string().nullable(),
  name: z.string().nullable(),
  /** null: not known, so the amount can only be shown in the smallest unit. */
  decimals: z.int().nullable(),
  token_id: big.nullable(),
  /** True if it imitates a well-known asset or has a web address. */
  fake: z.boolean(),
});
export type AssetView = z.infer<typeof asset>;

export const ethereumCoverage = coverage.required({ lacks: true });
export type EthereumCoverage = z.infer<typeof ethereumCoverage>;

/** A side of a movement, with the names of. */
const side = z.object({
  /** Null: created or destroyed here. */
  addr: ethereumAddress.nullable(),
  amt: units,
  asset,
});

const withdrawal = z.object({
  index: big,
  validator_index: big,
  addr: ethereumAddress,
  amt: units,
});

const blockReward = z.object({ kind: z.enum(['block', 'uncle']), addr: ethereumAddress, amt: units });

/** An Ethereum block; null: the fork of the block doesn't have the field. */
export const ethereumBlock = z.object({
  blockchain: ethereum,
  _id: z.string(),
  hash: hexText,
  number: z.int(),
  /** Size in RLP, in bytes; null if the source doesn't report it. */
  size: z.int().nullable(),
  timestamp: z.int(),
  transaction_count: z.int(),
  failed_count: z.int(),
  token_count: z.int(),
  /** Internal transfers; null where the ledger has no traces of the block. */
  internal_count: z.int().nullable(),
  /** 8 bytes. */
  nonce: hexText,
  previous_hash: hexText,
  /** Next block in the ledger; null at the tip or where the ledger has a gap. */
  next_hash: hexText.nullable(),
  confirmations: z.int().nullable(),
  /** Miner, or since the Merge the fee recipient. */
  miner: ethereumAddress,
  state_root: hexText,
  transactions_root: hexText,
  receipts_root: hexText,
  withdrawals_root: hexText.nullable(),
  parent_beacon_root: hexText.nullable(),
  requests_hash: hexText.nullable(),
  mix_hash: hexText,
  /** 0 since the Merge. */
  difficulty: big,
  extra_data: hexText,
  /** Its printable part. */
  extra_text: z.string().nullable(),
  gas_limit: big,
  gas_used: big,
  /** Wei per gas. */
  base_fee: units.nullable(),
  blob_gas_used: big.nullable(),
  excess_blob_gas: big.nullable(),
  /** Everything that senders paid: `burnt + tips + blob_burnt`. */
  fees: units,
  burnt: units,
  tips: units,
  blob_burnt: units,
  /** Issued ether; empty since the Merge. */
  rewards: z.array(blockReward),
  /** null before Shanghai. */
  withdrawals: z.array(withdrawal).nullable(),
  uncles: z.array(hexText),
  coverage: ethereumCoverage,
});
export type EthereumBlockView = z.infer<typeof ethereumBlock>;

/** A well-known method or event. Any contract can use the name: a likely meaning, not proof. */
const known = z.object({ name: z.string(), signature: z.string(), source: z.string() });

/** A transaction as lists show it. `inputs` and `outputs` are its own transfer: sender, and receiver or created contract. */
export const ethereumTransactionRow = z.object({
  blockchain: ethereum,
  _id: z.string(),
  txid: hexText,
  block: z.int(),
  timestamp: z.int(),
  index: z.int(),
  block_hash: hexText,
  confirmations: z.int().nullable(),
  from: ethereumAddress,
  /** null where a contract is created. */
  to: ethereumAddress.nullable(),
  /** Contract that the transaction created or attempted. */
  contract_created: ethereumAddress.nullable(),
  /**
   * Null: unknown. Before Byzantium, receipts didn't record it (EIP-658); derived from traces, gas, and events if they
   * suffice.
   */
  status: z.enum(['success', 'failed']).nullable(),
  /** What it carries; a failed one moves nothing, then the amounts below are 0. */
  value: units,
  input_amt: units,
  output_amt: units,
  /** What the sender paid besides. */
  fee_amt: units,
  inputs: z.array(side),
  outputs: z.array(side),
  type: z.int(),
  nonce: big,
  method: known.nullable(),
  /** First four bytes of the input, if there are as many. */
  selector: hexText.nullable(),
  token_count: z.int(),
  /** Internal transfers; null where the ledger has no traces of it. */
  internal_count: z.int().nullable(),
  log_count: z.int(),
  coverage: ethereumCoverage,
});
export type EthereumTransactionRow = z.infer<typeof ethereumTransactionRow>;

export const spamKinds = ['zero_value', 'fake_token'] as const;
const spam = z.enum(spamKinds).nullable();

const gas = z.object({
  limit: big,
  used: big,
  /** Wei per gas that were paid. */
  price: units,
  /** Types 2 and above. */
  max_fee: units.nullable(),
  max_priority_fee: units.nullable(),
  base_fee: units.nullable(),
  burnt: units,
  tip: units,
  /** Type 3. */
  blob_used: big.nullable(),
  blob_price: units.nullable(),
  blob_burnt: units,
});

/** A movement of a token, as the log of its contract claims. */
const tokenMovement = z.object({
  /** Null: created (from) or destroyed (to). */
  from: ethereumAddress.nullable(),
  to: ethereumAddress.nullable(),
  amt: units,
  asset,
  log_index: z.int(),
  spam,
});
export type TokenMovementView = z.infer<typeof tokenMovement>;

/**
 * Ether moved by a contract, in the order of the call tree. `path` is the position in it: `[0, 2]` is the third call of the
 * first call of the transaction. Omits reverted calls and calls without value.
 */
const internalTransfer = z.object({
  kind: z.enum(['call', 'create', 'selfdestruct']),
  path: z.array(z.int()),
  from: ethereumAddress,
  /** null: destroyed. */
  to: ethereumAddress.nullable(),
  amt: units,
});
export type InternalTransferView = z.infer<typeof internalTransfer>;

export const conversionBases = ['exact', 'shared', 'claimed'] as const;
export type ConversionBasisName = (typeof conversionBases)[number];

const convertedSide = z.object({
  address: ethereumAddress,
  parts: z.array(z.object({ amt: units, asset })),
});
export type ConvertedSideView = z.infer<typeof convertedSide>;

/**
 * Assets that became others. `exact`: one account that the transaction acts for gave everything; `shared`: several did;
 * `claimed`: the account did not sign, only events of contracts say so.
 */
const conversion = z.object({
  gave: z.array(convertedSide),
  received: z.array(convertedSide),
  /** Contracts and accounts in between: pools, routers, issuers. */
  through: z.array(ethereumAddress),
  basis: z.enum(conversionBases),
});
export type ConversionView = z.infer<typeof conversion>;

export const crossingProofs = ['claimed', 'stated', 'agreed', 'exact'] as const;
export type CrossingProofName = (typeof crossingProofs)[number];

/** An amount that left Ethereum through a bridge, or arrived from one, as the bridge's own contract states. */
const crossing = z.object({
  protocol: z.string(),
  direction: z.enum(['out', 'in']),
  contract: ethereumAddress,
  log_index: z.int(),
  /** null: not stated. */
  chain: otherChain.nullable(),
  /** Who receives, or received, on the other chain: in its form or as 32 bytes; null: not stated. */
  account: z.string().nullable(),
  /** Who received here: the recipient of `in`; of a claimed `out`, the vault, as the caller names it. Null for others. */
  recipient: ethereumAddress.nullable(),
  /** The transaction on the other side that this one names, in hex; of minted tBTC, the one whose output it names by a key. */
  transaction: z.string().nullable(),
  /** The Bitcoin transaction that paid what this one asks for (THORChain, Maya, redemptions of tBTC), if both ledgers agree. */
  paid_in: z.string().nullable(),
  /** null: not stated. */
  asset: asset.nullable(),
  /** null: not stated in the smallest unit. Of minted tBTC, what its recipient got. */
  amt: units.nullable(),
  /**
   * `claimed`: only the sender says so, in a memo or an order. `stated`: the contract of the bridge says so. `agreed`: the named transaction is in
   * the ledger of the other chain, and names the recipient, or pays the named address another amount. `exact`: it pays the stated
   * amount, has the output that is named by its key, or the key that received it signed the payout here. Of what asks for a payment
   * (`paid_in`): a key that signed it received the deposit, or it is the payment of the redemption that tBTC has accepted.
   */
  proof: z.enum(crossingProofs),
});
export type CrossingView = z.infer<typeof crossing>;

const eventArgument = z.object({
  name: z.string(),
  type: z.string(),
  indexed: z.boolean(),
  /** Numbers in decimal; lists as lists. */
  value: z.union([z.string(), z.array(z.string())]),
});

const log = z.object({
  index: z.int(),
  address: ethereumAddress,
  topics: z.array(hexText),
  data: hexText,
  /** null: no well-known event fits. */
  event: known.extend({ args: z.array(eventArgument) }).nullable(),
});
export type LogView = z.infer<typeof log>;

/** A transaction with everything that it did. */
export const ethereumTransaction = ethereumTransactionRow.extend({
  gas,
  /** null: valid on every chain (before EIP-155). */
  chain_id: big.nullable(),
  input: hexText,
  tokens: z.array(tokenMovement),
  /** null where the ledger has no traces of it. */
  internal: z.array(internalTransfer).nullable(),
  /** By net amounts. Where `internal` is null, ether that contracts moved is missing in them. */
  conversions: z.array(conversion),
  /** By events of known bridges on mainnet. */
  crossings: z.array(crossing),
  /** Of pools of Tornado Cash on mainnet, and of all with its events on other networks. */
  mixer_notes: z.array(mixerNote),
  logs: z.array(log),
  access_list: z.array(z.object({ address: ethereumAddress, storage_keys: z.array(hexText) })),
  authorizations: z.array(z.object({ chain_id: big, address: ethereumAddress, nonce: big })),
  blob_hashes: z.array(hexText),
});
export type EthereumTransactionView = z.infer<typeof ethereumTransaction>;

export const movementKinds = [
  'transfer',
  'internal',
  'token',
  /** Ether that became wrapped ether, or the other way round: the token's side of it. */
  'wrap',
  /** Tokens of a frozen account that the issuer destroyed. */
  'seizure',
  'fee',
  'reward',
  'withdrawal',
] as const;
export type MovementKindName = (typeof movementKinds)[number];

/** A row of an address's history: one movement of one asset. */
export const ethereumMovement = z.object({
  blockchain: ethereum,
  _id: z.string(),
  /** Number in the address's history; newer ones are larger. Negative below the block where the ledger began. */
  sequence: z.int(),
  kind: z.enum(movementKinds),
  /** null: it belongs to the block (rewards, withdrawals, the fees of a miner). */
  txid: hexText.nullable(),
  index: z.int().nullable(),
  block: z.int(),
  timestamp: z.int(),
  confirmations: z.int().nullable(),
  from: ethereumAddress.nullable(),
  to: ethereumAddress.nullable(),
  inputs: z.array(side),
  outputs: z.array(side),
  asset,
  amt: units,
  received: units,
  spent: units,
  direction: z.enum(['in', 'out', 'self']),
  /** Of its transaction; null before Byzantium and for movements of the block. */
  status: z.enum(['success', 'failed']).nullable(),
  /** What a failed transaction wanted to move; null for all others. */
  attempted: units.nullable(),
  method: known.nullable(),
  log_index: z.int().nullable(),
  path: z.array(z.int()).nullable(),
  spam,
});
export type EthereumMovementView = z.infer<typeof ethereumMovement>;

/**
 * What a contract states about an account with an event: the issuer of a token has frozen it, no longer does, or destroyed its
 * tokens; or a factory created it as a pool of two tokens.
 */
export const ethereumFact = z.object({
  kind: z.enum(['frozen', 'unfrozen', 'seized', 'pool']),
  /** Issuer of the token, or name of the pools; null: contract not known, on other chains than mainnet. */
  by: z.string().nullable(),
  /** Whose event it is: the token, or the factory. */
  contract: ethereumAddress,
  /** Null for factories, and for tokens without a movement in the ledger. */
  token: asset.nullable(),
  /** False if a later event of the contract says otherwise, and for a freeze that was lifted without having been there. */
  current: z.boolean(),
  transaction: hexText,
  log_index: z.int(),
  block: z.int(),
  timestamp: z.int(),
});
export type EthereumFact = z.infer<typeof ethereumFact>;

/** Totals of an Ethereum address; amounts are ether. */
export const ethereumAddressSummary = z.object({
  blockchain: ethereum,
  address: ethereumAddress,
  /** Null if `coverage.lacks` lists missing data. */
  balance: units.nullable(),
  /** Of the stored movements. */
  total_received: units,
  total_spent: units,
  /** Balance reported by a connected node and its block; null without a node. */
  node_balance: z.object({ amt: units, block: z.int() }).nullable(),
  /** Transactions with a movement of this address. */
  txCount: z.int(),
  /** All movements, and those among them that are marked as spam. */
  movement_count: z.int(),
  hidden_count: z.int(),
  usdValue: z.string().nullable(),
  first_seen: seen.nullable(),
  last_seen: seen.nullable(),
  /** True if the ledger contains its creation or its events. */
  is_contract: z.boolean(),
  /** The token whose contract it is; null where the ledger knows of none. */
  token: asset.nullable(),
  /** Transaction that created it; null if not in the ledger. */
  created_by: hexText.nullable(),
  /** In the stored blocks, newest first, at most 200. Null: not known, because single addresses are read from a service. */
  facts: z.array(ethereumFact).nullable(),
  /** Null: no contract, or not known, because single addresses are read from a service. */
  contract: ethereumContract.nullable(),
  coverage: ethereumCoverage,
});
export type EthereumAddressSummary = z.infer<typeof ethereumAddressSummary>;

/** What an address has moved of an asset. */
export const ethereumHolding = z.object({
  asset,
  /** Null if `coverage.lacks` lists missing data, or for collections, which are counted per token. */
  balance: units.nullable(),
  received: units,
  spent: units,
  movement_count: z.int(),
  hidden_count: z.int(),
});
export type EthereumHolding = z.infer<typeof ethereumHolding>;
