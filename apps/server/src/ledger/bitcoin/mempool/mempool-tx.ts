import {
  ChainError,
  decodeTransaction,
  type Hashing,
  isCoinbase,
  MAX_MONEY,
  toHex,
  type Transaction,
} from '@hopscope/chain';
import { type ScriptType, scriptTypes } from '@hopscope/domain';
import { byteKey } from '../../shared/byte-keys.ts';
import { createPackReader, createPackWriter } from '../../shared/varint.ts';
import type { StoredOutput } from '../blocks/tx-record.ts';

/** The output that an input of an unconfirmed transaction spends, in a block or not; the outputs of a txid never change. */
export interface MempoolPrevout {
  type: ScriptType;
  key: Uint8Array | undefined;
  /** Satoshis. */
  value: bigint;
}

/** By input; undefined if the spent output is unknown. */
export type MempoolPrevouts = (MempoolPrevout | undefined)[];

/** Returns a map key for an output: its transaction and number. */
export function outpointName(txid: Uint8Array, vout: number): string {
  return `${toHex(txid)}:${vout}`;
}

function amountsAreSound(tx: Transaction): boolean {
  let sum = 0n;
  for (const { value } of tx.outputs) {
    sum += value;
    if (value < 0n || sum > MAX_MONEY) return false;
  }
  return true;
}

/**
 * Decodes an unconfirmed transaction of a node; undefined if the bytes aren't a transaction, or if no block may contain it.
 */
export function decodeMempool(raw: Uint8Array, hashing: Hashing): Transaction | undefined {
  try {
    const tx = decodeTransaction(raw, { hashing });
    const spent = new Set(tx.inputs.map(({ prevTxid, prevVout }) => outpointName(prevTxid, prevVout)));
    const sound = tx.outputs.length > 0 && spent.size === tx.inputs.length && amountsAreSound(tx);
    return sound && !isCoinbase(tx) ? tx : undefined;
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

/** Returns Σ inputs − Σ outputs in satoshis; undefined if an input is unknown. */
export function mempoolFee(tx: Transaction, prevouts: MempoolPrevouts): bigint | undefined {
  let fee = 0n;
  for (const prevout of prevouts) {
    if (!prevout) return undefined;
    fee += prevout.value;
  }
  for (const { value } of tx.outputs) fee -= value;
  return fee;
}

/**
 * Returns the fee rate in thousandths of a satoshi per virtual byte, rounded down: the order of unconfirmed transactions.
 */
export function rateOf(fee: bigint | undefined, vsize: number): bigint | undefined {
  return fee === undefined ? undefined : (fee * 1000n) / BigInt(vsize);
}

export interface MempoolEffect {
  key: Uint8Array;
  received: bigint;
  spent: bigint;
}

/** Returns the effect of a transaction on each address, by address key. */
export function effectsOf(
  outputs: readonly StoredOutput[],
  prevouts: MempoolPrevouts,
): Map<string, MempoolEffect> {
  const effects = new Map<string, MempoolEffect>();
  const of = (key: Uint8Array): MempoolEffect => {
    const name = byteKey(key);
    const effect = effects.get(name) ?? { key, received: 0n, spent: 0n };
    effects.set(name, effect);
    return effect;
  };
  for (const { key, value } of outputs) if (key) of(key).received += value;
  for (const prevout of prevouts) if (prevout?.key) of(prevout.key).spent += prevout.value;
  return effects;
}

/** Packs spent outputs for `btc_mempool_tx.prevouts` (layout in `docs/concepts/ledger.md`). */
export function packPrevouts(prevouts: MempoolPrevouts): Uint8Array {
  const out = createPackWriter();
  for (const prevout of prevouts) {
    out.byte(prevout ? scriptTypes.indexOf(prevout.type) + 1 : 0);
    if (!prevout) continue;
    out.amount(prevout.value);
    out.byte(prevout.key?.length ?? 0);
    if (prevout.key) out.raw(prevout.key);
  }
  return out.take();
}

/** Unpacks spent outputs. Throws RangeError if the bytes are damaged. */
export function unpackPrevouts(packed: Uint8Array): MempoolPrevouts {
  const reader = createPackReader(packed);
  const prevouts: MempoolPrevouts = [];
  while (!reader.done) {
    const head = reader.byte();
    const type = scriptTypes[head - 1];
    if (head === 0) prevouts.push(undefined);
    else if (!type) throw new RangeError(`Unknown script type number ${head - 1}`);
    else {
      const value = reader.amount();
      const length = reader.byte();
      prevouts.push({ type, value, key: length === 0 ? undefined : reader.raw(length) });
    }
  }
  return prevouts;
}
