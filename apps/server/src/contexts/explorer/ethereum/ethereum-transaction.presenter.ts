import {
  asksForBitcoin,
  bitcoinChain,
  type Conversion,
  type ConvertedSide,
  conversionsOf,
  type Crossing,
  crossingsOf,
  type Movement,
  movementsOfTransaction,
  splitFee,
  toHex,
  tokenTransfersOf,
  type Wei,
  type AbiValue,
  cleanTokenText,
  decodeEvent,
  type EthereumLog,
  paidMovement,
} from '@hopscope/chain';
import type {
  ConversionView,
  ConvertedSideView,
  CrossingProofName,
  CrossingView,
  MixerNoteView,
  EthereumCoverage,
  EthereumTransactionRow,
  EthereumTransactionView,
  TokenMovementView,
  LogView,
} from '@hopscope/contract';
import type { EthereumBlockRow, StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import { heightOf, indexOf } from '../../../ledger/shared/positions.ts';
import type { HeightRange } from '../../../ledger/shared/ranges.ts';
import {
  addressOf,
  addressOrNull,
  calledBy,
  type AssetsByContract,
  confirmationsAt,
  ether,
  hexOf,
  presentAsset,
  presentMethod,
  presentStatus,
  textOrNull,
} from './ethereum-values.ts';

/** Most characters of an event's text to show. */
const longestText = 500;

/** Returns a log, decoded if it matches a well-known event. Its texts are untrusted and cleaned. */
function presentLog(log: EthereumLog): LogView {
  const event = decodeEvent(log);
  return {
    index: log.index,
    address: addressOf(log.address),
    topics: log.topics.map(hexOf),
    data: hexOf(log.data),
    event: event && {
      name: event.name,
      signature: event.signature,
      source: event.source,
      args: event.args.map(({ name, type, indexed, value }) => ({
        name,
        type,
        indexed,
        value: presentValue(type, value),
      })),
    },
  };
}

function presentValue(type: string, value: AbiValue): string | string[] {
  if (typeof value === 'object') return value.map((item) => String(presentValue(type, item)));
  // The log has only the hash of an indexed text, which is hex already.
  if (type === 'string' && typeof value === 'string') return cleanTokenText(value, longestText) ?? '';
  return String(value);
}

/** The context in which transactions are shown. */
export interface EthereumSurroundings {
  ranges: readonly HeightRange[];
  coverage: EthereumCoverage;
  blocks: ReadonlyMap<number, EthereumBlockRow>;
}

/** Returns the block of a position. Throws RangeError if it was not read. */
export function blockAt(blocks: ReadonlyMap<number, EthereumBlockRow>, position: number): EthereumBlockRow {
  const block = blocks.get(heightOf(position));
  if (!block) throw new RangeError(`Block ${heightOf(position)} of a transaction is missing`);
  return block;
}

/** Returns all movements of a stored transaction, numbered as in the ledger. */
export function movementsOfStored(
  stored: StoredEthereumTx,
  block: EthereumBlockRow,
  isFake: (token: Uint8Array) => boolean = () => false,
): Movement[] {
  const { tx, receipt, failed, internal } = stored;
  return movementsOfTransaction({ tx, receipt, header: block.header, failed, internal, isFake });
}

/** Returns the contract that a transaction created, or would have created if it failed. */
function createdBy({ tx, receipt, created }: StoredEthereumTx): Uint8Array | null {
  return tx.to ? null : (receipt.contractAddress ?? created[0] ?? null);
}

/** Returns a transaction as listed, with the applicable fields of. */
export function presentEthereumRow(
  stored: StoredEthereumTx,
  around: EthereumSurroundings,
): EthereumTransactionRow {
  const { tx, receipt, position } = stored;
  const block = blockAt(around.blocks, position);
  const txid = hexOf(tx.hash);
  const from = addressOf(tx.from);
  const created = addressOrNull(createdBy(stored));
  const moved: Wei = stored.failed ? 0n : tx.value;
  const side = { amt: String(moved), asset: ether };
  return {
    blockchain: 'ethereum',
    _id: txid,
    txid,
    block: block.height,
    timestamp: block.header.time,
    index: indexOf(position),
    block_hash: hexOf(block.hash),
    confirmations: confirmationsAt(block.height, around.ranges),
    from,
    to: addressOrNull(tx.to),
    contract_created: created,
    status: presentStatus(stored),
    value: String(tx.value),
    input_amt: side.amt,
    output_amt: side.amt,
    fee_amt: String(splitFee(receipt, block.header).fee),
    inputs: [{ addr: from, ...side }],
    outputs: [{ addr: addressOrNull(tx.to) ?? (stored.failed ? null : created), ...side }],
    type: tx.type,
    nonce: String(tx.nonce),
    method: presentMethod(tx),
    selector: tx.to && tx.input.length >= 4 ? hexOf(tx.input.subarray(0, 4)) : null,
    token_count: tokenCount(stored),
    internal_count: internalOf(stored)?.length ?? null,
    log_count: receipt.logs.length,
    coverage: around.coverage,
  };
}

/** Returns internal transfers: null if unknown, none for a failed transaction. */
function internalOf({ failed, outcomeCertain, internal }: StoredEthereumTx): StoredEthereumTx['internal'] {
  return failed && outcomeCertain ? [] : internal;
}

function tokenCount({ receipt }: StoredEthereumTx): number {
  return receipt.logs.reduce((sum, log) => sum + tokenTransfersOf(log).length, 0);
}

function presentGas(
  { tx, receipt }: StoredEthereumTx,
  block: EthereumBlockRow,
): EthereumTransactionView['gas'] {
  const { burnt, tip, blobBurnt } = splitFee(receipt, block.header);
  return {
    limit: String(tx.gasLimit),
    used: String(receipt.gasUsed),
    price: String(receipt.gasPrice),
    max_fee: textOrNull(tx.maxFeePerGas),
    max_priority_fee: textOrNull(tx.maxPriorityFeePerGas),
    base_fee: textOrNull(block.header.baseFee),
    burnt: String(burnt),
    tip: String(tip),
    blob_used: textOrNull(receipt.blobGasUsed),
    blob_price: textOrNull(receipt.blobGasPrice),
    blob_burnt: String(blobBurnt),
  };
}

function presentTokens(movements: readonly Movement[], assets: AssetsByContract): TokenMovementView[] {
  return movements.flatMap((movement) =>
    movement.kind !== 'token' || movement.logIndex === null
      ? []
      : {
          from: addressOrNull(movement.from),
          to: addressOrNull(movement.to),
          amt: String(movement.amount),
          asset: presentAsset(movement, assets),
          log_index: movement.logIndex,
          spam: movement.spam,
        },
  );
}

/** Returns the contracts that may be tokens of a transaction: those with events. */
export function tokensOf({ receipt }: StoredEthereumTx): Uint8Array[] {
  return [...new Map(receipt.logs.map(({ address }) => [toHex(address), address])).values()];
}

function presentSide({ account, parts }: ConvertedSide, assets: AssetsByContract): ConvertedSideView {
  return {
    address: addressOf(account),
    parts: parts.map((part) => ({ amt: String(part.amount), asset: presentAsset(part, assets) })),
  };
}

/** Returns the conversions of a stored transaction; none if it failed. */
export function conversionsOfStored(
  { tx, receipt, failed }: StoredEthereumTx,
  movements: readonly Movement[],
): Conversion[] {
  if (failed) return [];
  return conversionsOf({ signer: tx.from, called: calledBy({ tx }), movements, logs: receipt.logs });
}

function presentConversions(
  stored: StoredEthereumTx,
  movements: readonly Movement[],
  assets: AssetsByContract,
): ConversionView[] {
  return conversionsOfStored(stored, movements).map(({ gave, received, through, basis }) => ({
    gave: gave.map((side) => presentSide(side, assets)),
    received: received.map((side) => presentSide(side, assets)),
    through: through.map(addressOf),
    basis,
  }));
}

/** Transactions without a chain ID are older than EIP-155. */
const mainnet = 1n;

/** Returns what a stored transaction sent to other chains, or received from them. */
export function crossingsOfStored({ tx, receipt, failed }: StoredEthereumTx): Crossing[] {
  return failed ? [] : crossingsOf(receipt.logs, tx.chainId ?? mainnet);
}

/** Returns the tokens that crossed. */
export function crossedTokens(crossings: readonly Crossing[]): Uint8Array[] {
  return crossings.flatMap(({ asset }) => (asset instanceof Uint8Array ? asset : []));
}

/** How the Bitcoin ledger confirms a crossing. */
export interface ConfirmedCrossing {
  readonly proof: CrossingProofName;
  /** The Bitcoin transaction, as people write it. */
  readonly transaction: string;
}

function presentCrossing(
  crossing: Crossing,
  {
    movements,
    assets,
    confirmed,
  }: {
    movements: readonly Movement[];
    assets: AssetsByContract;
    confirmed: ReadonlyMap<Crossing, ConfirmedCrossing>;
  },
): CrossingView {
  const { asset, amount, contract, recipient, logIndex } = crossing;
  const { protocol, direction, chain, account, transaction } = crossing;
  const token = asset instanceof Uint8Array ? asset : null;
  const { proof, transaction: found } = confirmed.get(crossing) ?? {};
  return {
    protocol,
    direction,
    contract: addressOf(contract),
    log_index: logIndex,
    // Only the Bitcoin ledger confirms.
    chain: proof === undefined ? chain : bitcoinChain,
    account,
    recipient: addressOrNull(recipient),
    transaction: asksForBitcoin(crossing) ? transaction : (transaction ?? found ?? null),
    paid_in: asksForBitcoin(crossing) ? (found ?? null) : null,
    asset: asset && presentAsset({ token, standard: token && 'erc20', tokenId: null }, assets),
    amt: textOrNull(amount ?? movements[paidMovement(movements, crossing) ?? -1]?.amount ?? null),
    proof: proof ?? (crossing.claimed ? 'claimed' : 'stated'),
  };
}

/** Returns a transaction with all its effects. `confirmed`: crossings that the other chain agrees with. */
export function presentEthereumTransaction(
  stored: StoredEthereumTx,
  around: EthereumSurroundings,
  assets: AssetsByContract,
  {
    crossings,
    confirmed,
    mixed,
  }: {
    crossings: readonly Crossing[];
    confirmed: ReadonlyMap<Crossing, ConfirmedCrossing>;
    mixed: readonly MixerNoteView[];
  },
): EthereumTransactionView {
  const { tx, receipt } = stored;
  const block = blockAt(around.blocks, stored.position);
  const isFake = (token: Uint8Array) => assets.get(toHex(token))?.fake ?? false;
  const movements = movementsOfStored(stored, block, isFake);
  return {
    ...presentEthereumRow(stored, around),
    gas: presentGas(stored, block),
    chain_id: textOrNull(tx.chainId),
    input: hexOf(tx.input),
    tokens: presentTokens(movements, assets),
    internal:
      internalOf(stored)?.map(({ kind, path, from, to, value }) => ({
        kind,
        path: [...path],
        from: addressOf(from),
        to: addressOrNull(to),
        amt: String(value),
      })) ?? null,
    conversions: presentConversions(stored, movements, assets),
    crossings: crossings.map((crossing) => presentCrossing(crossing, { movements, assets, confirmed })),
    mixer_notes: [...mixed],
    logs: receipt.logs.map(presentLog),
    access_list: tx.accessList.map(({ address, storageKeys }) => ({
      address: addressOf(address),
      storage_keys: storageKeys.map(hexOf),
    })),
    authorizations: tx.authorizations.map(({ chainId, address, nonce }) => ({
      chain_id: String(chainId),
      address: addressOf(address),
      nonce: String(nonce),
    })),
    blob_hashes: tx.blobHashes.map(hexOf),
  };
}
