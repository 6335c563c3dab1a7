import type { ScriptType } from '@hopscope/domain';
import { opReturnData, pushesFrom } from '../../bitcoin/script/data-text.ts';
import { equalBytes, toHex } from '../../bytes.ts';
import { type Hashing, hash160 } from '../../hashing.ts';
import { accountOfPublicKey } from '../hash/recover-sender.ts';
import { bridgedAddressKey, type CrossingProof, type PaidOutput } from './proof-of-crossing.ts';
import type { Crossing } from './reading.ts';
import { redemptionKeysOf } from './redemptions.ts';
import { readThorchainMemo, type ThorchainMemo } from './thorchain-memo.ts';

/** Most memos of a transaction that are looked at; a payout of THORChain has one. */
const mostMemos = 4;

/** Returns the memos of THORChain in the outputs of a Bitcoin transaction. */
function memosOf(outputs: readonly Pick<PaidOutput, 'script'>[]): ThorchainMemo[] {
  const memos = outputs.flatMap(({ script }) => {
    const data = script ? opReturnData(script) : [];
    const bytes = Uint8Array.from(data.flatMap((part) => [...part]));
    return data.length === 0 ? [] : (readThorchainMemo(new TextDecoder().decode(bytes)) ?? []);
  });
  return memos.slice(0, mostMemos);
}

/** Returns the transactions on other chains (lower-case hex) for which a Bitcoin transaction claims to pay, by its memos. */
export function inboundOf(outputs: readonly Pick<PaidOutput, 'script'>[]): string[] {
  return [...new Set(memosOf(outputs).flatMap((memo) => (memo.kind === 'payout' ? memo.inbound : [])))];
}

/**
 * Tests whether a crossing asks for a payment to an address on Bitcoin: THORChain or Maya, where anyone can do so and name any vault,
 * or tBTC for destroyed tokens.
 */
export function asksForBitcoin(crossing: Crossing): boolean {
  const { direction, claimed, account, chain, recipient, redemption } = crossing;
  const asks = redemption === null ? claimed && recipient !== null : redemption !== 'paid';
  return direction === 'out' && asks && account !== null && chain?.name === 'Bitcoin';
}

/** An output that an input spends. */
export interface SpentOutput {
  readonly type: ScriptType;
  readonly key: Uint8Array | undefined;
}

/** An input of a Bitcoin transaction with the output that it spends; `spent` undefined: unknown. */
export interface SigningInput {
  readonly witness: readonly Uint8Array[];
  readonly script: Uint8Array;
  readonly spent: SpentOutput | undefined;
}

/** A Bitcoin transaction that can pay what a crossing asks for. */
export interface PayingSide {
  readonly outputs: readonly PaidOutput[];
  /** What its inputs spend; undefined: unknown. */
  readonly spent: readonly (SpentOutput | undefined)[];
  /** `signersOf` its inputs; needed where a memo names the crossing. */
  readonly signers: readonly Uint8Array[];
}

/**
 * Returns the Ethereum accounts of the keys that signed, as far as spent outputs name one key by its hash (P2WPKH of BIP 141, or
 * P2PKH). Of other outputs, bytes that look like a key can be anything.
 */
export function signersOf(inputs: readonly SigningInput[], hashing: Hashing): Uint8Array[] {
  return inputs.flatMap(({ witness, script, spent }) => {
    if (!spent?.key || (spent.type !== 'p2wpkh' && spent.type !== 'p2pkh')) return [];
    const key = (spent.type === 'p2wpkh' ? witness : pushesFrom(script, 0)).at(-1);
    if (!key || !toHex(spent.key).endsWith(toHex(hash160(hashing, key)))) return [];
    return accountOfPublicKey(key) ?? [];
  });
}

/** Seconds by which a Bitcoin block may claim to be older than a deposit that it pays for: block times are not in order. */
export const earlyPayout = 7200;

/**
 * Returns how a Bitcoin transaction agrees with a crossing of an Ethereum transaction (`hash`: lower-case hex). Where its memo claims to
 * pay for it: `agreed` if it pays the address for which the crossing asks, so that both legs name each other; `exact` if a key
 * that signed it also received the deposit, because the vaults of THORChain have one key for both chains. A redemption of tBTC is
 * `exact` if only the wallet that it names is spent, and its script is paid what it may be: which of several equal requests is meant
 * follows from their order only. Undefined if they don't agree (docs/concepts/crossings.md).
 */
export function proofOfBitcoinPayout(
  { crossing, hash }: { readonly crossing: Crossing; readonly hash: string },
  { outputs, spent, signers }: PayingSide,
): CrossingProof | undefined {
  const { account, recipient, redemption } = crossing;
  if (!asksForBitcoin(crossing) || account === null) return undefined;
  if (redemption !== null && redemption !== 'paid') {
    const keys = redemptionKeysOf(spent, outputs);
    const { key: wanted, least, most } = redemption;
    const output = outputs.findIndex(
      ({ value }, number) => keys[number] === wanted && value >= least && value <= most,
    );
    return output < 0 ? undefined : { proof: 'exact', output };
  }
  if (!inboundOf(outputs).includes(hash)) return undefined;
  const key = bridgedAddressKey(account);
  const output = outputs.findIndex((each) => key && each.key && equalBytes(each.key, key));
  if (output < 0) return undefined;
  const isExact = signers.some((signer) => recipient && equalBytes(signer, recipient));
  return { proof: isExact ? 'exact' : 'agreed', output };
}
