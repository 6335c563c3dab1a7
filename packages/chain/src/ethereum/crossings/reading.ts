import { fromHex, toHex } from '../../bytes.ts';
import { toChecksumAddress } from '../address.ts';
import type { EthereumLog } from '../model.ts';
import type { AbiValue } from '../tokens/abi.ts';
import type { DecodedEvent } from '../tokens/events.ts';
import { type BridgeContract, bridgeContracts } from './bridge-contracts.ts';
import { chainOfId, hasEthereumAddresses, type OtherChain } from './other-chains.ts';
import type { RedemptionRequest } from './redemptions.ts';

/** An amount that left Ethereum through a bridge, or arrived from one, as the bridge's own contract states. */
export interface Crossing {
  readonly protocol: string;
  readonly direction: 'out' | 'in';
  readonly contract: Uint8Array;
  readonly logIndex: number;
  /**
   * True if only the sender says so: THORChain's router passes amounts to, or from, whatever account the caller names, and
   * whoever pays an order of deBridge names the order, so anyone can call them to deceive. False: the contract itself took the
   * amount.
   */
  readonly claimed: boolean;
  /** The chain on the other side; null: the event doesn't name it. */
  readonly chain: OtherChain | null;
  /** Who receives, or received, there: in the form of that chain, or its 32 bytes as hex. Null: not stated. */
  readonly account: string | null;
  /** Who received here: the recipient of `in`; of a claimed `out`, the vault, as the caller names it. Null for others. */
  readonly recipient: Uint8Array | null;
  /** The transaction on the other side that this one names, in hex. */
  readonly transaction: string | null;
  /**
   * Of tBTC, the deposit on Bitcoin by its key (`depositKeyOf`, 64 hex digits): a revealed deposit names its transaction, too; what
   * is minted for it, only the key. Null for others.
   */
  readonly deposit: string | null;
  /**
   * Of tBTC, what is asked to be paid on Bitcoin; `paid`: the contract has verified that the named transaction pays what was asked
   * for by then. Null for others.
   */
  readonly redemption: RedemptionRequest | 'paid' | null;
  /** What that transaction paid, as the contract states it. Null: not stated, or only claimed. */
  readonly payment: BitcoinPayment | null;
  /** The token on Ethereum, or `ether`. Null: not stated. */
  readonly asset: Uint8Array | 'ether' | null;
  /** Smallest units; null: not stated in them. */
  readonly amount: bigint | null;
}

/** An output of a Bitcoin transaction: by its number, or by the address that it pays. */
export interface BitcoinPayment {
  readonly output: number | null;
  readonly address: string | null;
  /** Satoshis. */
  readonly value: bigint;
}

/** Tests whether a crossing pays nothing yet: a deposit of tBTC that is revealed, for which tokens are minted later. */
export const isAnnounced = ({ deposit, transaction }: Crossing): boolean =>
  deposit !== null && transaction !== null;

export type Stated = Partial<Omit<Crossing, 'protocol' | 'contract' | 'logIndex'>>;

/** What a rule reads: one event of a bridge, with the others of the transaction. */
export interface Reading {
  readonly bridge: BridgeContract;
  readonly event: DecodedEvent;
  readonly log: EthereumLog;
  readonly logs: readonly EthereumLog[];
}

/** Addresses of contracts whose events name whatever their callers like, as often as they like: routers of THORChain and Maya. */
export const namingRouters: readonly Uint8Array[] = bridgeContracts.flatMap(({ kind, address }) =>
  kind === 'thorchain' ? [fromHex(address)] : [],
);

const mainnet = 1n;
export const contracts = new Map(bridgeContracts.map((bridge) => [bridge.address, bridge]));
/** First four bytes of their addresses, because every log is looked at. */
const heads = new Set(bridgeContracts.map(({ address }) => Number.parseInt(address.slice(0, 8), 16)));

/** Returns the bridge at an address of a network; undefined for other contracts. */
export function bridgeAt(address: Uint8Array, chainId: bigint): BridgeContract | undefined {
  if (!heads.has(new DataView(address.buffer, address.byteOffset, 4).getUint32(0))) return undefined;
  const bridge = contracts.get(toHex(address));
  return bridge && (bridge.network ?? mainnet) === chainId ? bridge : undefined;
}

const zeroAddress = `0x${'0'.repeat(40)}`;

/** Returns the token at an address; bridges use the zero address for ether. */
export const assetAt = (address: string): 'ether' | Uint8Array =>
  address.toLowerCase() === zeroAddress ? 'ether' : bytesOf(address);

function argument(event: DecodedEvent, name: string): AbiValue | undefined {
  return event.args.find((each) => each.name === name)?.value;
}
export const numberIn = (event: DecodedEvent, name: string): bigint | null => {
  const value = argument(event, name);
  return typeof value === 'bigint' ? value : null;
};
export const textIn = (event: DecodedEvent, name: string): string | null => {
  const value = argument(event, name);
  return typeof value === 'string' ? value : null;
};
export const listIn = (event: DecodedEvent, name: string): readonly AbiValue[] | null => {
  const value = argument(event, name);
  return Array.isArray(value) ? value : null;
};
export const bytesOf = (text: string): Uint8Array => fromHex(text.slice(2).toLowerCase());

/** Returns an asset from an address: the zero address stands for ether. */
export function assetIn(event: DecodedEvent, name: string): Crossing['asset'] {
  const text = textIn(event, name);
  if (text === null) return null;
  const address = text.length === 66 ? `0x${text.slice(26)}` : text;
  return assetAt(address);
}

/** Returns an account of another chain from an address, or from 32 bytes; as an address only where the chain has such. */
export function accountIn(event: DecodedEvent, name: string, chain: OtherChain): string | null {
  const text = textIn(event, name);
  return text === null ? null : text.length === 66 ? accountOf(text.slice(2), chain) : text;
}

export function accountOf(word: string, chain: OtherChain): string {
  const isAddress = hasEthereumAddresses(chain) && word.startsWith('0'.repeat(24));
  return isAddress ? toChecksumAddress(`0x${word.slice(24)}`) : `0x${word}`;
}

export const homeOf = ({ chain }: BridgeContract): OtherChain | null =>
  chain === undefined ? null : chainOfId(BigInt(chain));
