import type { ScriptType } from '@hopscope/domain';
import { scriptOfAddressKey, typeOfAddressKey } from '../../bitcoin/address/address.ts';
import { toHex } from '../../bytes.ts';
import { keccak256 } from '../hash/keccak.ts';

/** An output by its type and its address key; no key without an address. */
interface AddressedOutput {
  readonly type: ScriptType;
  readonly key: Uint8Array | undefined;
}

/** A redemption of tBTC that is asked for: which output of which wallet pays it. */
export interface RedemptionRequest {
  /** `redemptionKeyOf` its wallet and script. */
  readonly key: string;
  /** Satoshis that the output may have: what is asked for less the fee of tBTC, with the highest fee of the transaction and without. */
  readonly least: bigint;
  readonly most: bigint;
}

/**
 * Returns the key by which tBTC knows a redemption, as 64 hex digits: Keccak-256 of that of the script with its length before it, and
 * of HASH160 of the wallet's public key (`getRedemptionKey` of its contracts). A wallet has at most one open request to a script.
 */
export function redemptionKeyOf(wallet: Uint8Array, prefixedScript: Uint8Array): string {
  return toHex(keccak256(Uint8Array.of(...keccak256(prefixedScript), ...wallet)));
}

/** Returns HASH160 of the key that an output pays to (P2WPKH of BIP 141, or P2PKH); undefined of others. */
const keyHashOf = ({ type, key }: AddressedOutput): Uint8Array | undefined =>
  type === 'p2wpkh' || type === 'p2pkh' ? key?.subarray(1) : undefined;

/**
 * Returns the keys of the redemptions that a transaction can pay, by number of the output; undefined for outputs whose address doesn't
 * determine the script. `spent`: the outputs that it spends; undefined for unknown ones. None unless it has one input, of one key: a
 * wallet of tBTC has one output at a time, and the contract accepts no other payments.
 */
export function redemptionKeysOf(
  spent: readonly (AddressedOutput | undefined)[],
  outputs: readonly AddressedOutput[],
): (string | undefined)[] {
  const [only, ...others] = spent;
  const wallet = only && others.length === 0 ? keyHashOf(only) : undefined;
  if (!wallet) return [];
  return outputs.map(({ type, key }) => {
    if (!key || typeOfAddressKey(key) !== type) return undefined;
    const script = scriptOfAddressKey(key);
    return redemptionKeyOf(wallet, Uint8Array.of(script.length, ...script));
  });
}
