import {
  addressKeyOfScript,
  ChainError,
  classifyScript,
  decodeTransaction,
  encodeTransaction,
  fromDisplayHash,
  fromHex,
  type Hashing,
  MAX_MONEY,
  toDisplayHash,
  type Transaction,
} from '@hopscope/chain';
import { z } from 'zod';
import type { MempoolPrevouts } from '../../ledger/bitcoin/mempool/mempool-tx.ts';
import { SourceError } from '../shared/source-error.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const bytes = z.string().regex(/^(?:[0-9a-f]{2})*$/);
const satoshis = z.int().min(0).max(Number(MAX_MONEY));
const uint32 = z.int().min(0).max(0xffffffff);

const output = z.object({ scriptpubkey: bytes, value: satoshis });
const input = z.object({
  txid: hash,
  vout: uint32,
  prevout: output.nullish(),
  scriptsig: bytes,
  witness: z.array(bytes).nullish(),
  is_coinbase: z.boolean(),
  sequence: uint32,
});

const status = z.discriminatedUnion('confirmed', [
  z.object({
    confirmed: z.literal(true),
    block_height: z
      .int()
      .min(0)
      .max(2 ** 31 - 1),
    block_hash: hash,
    block_time: uint32,
  }),
  z.object({ confirmed: z.literal(false) }),
]);

/** A transaction in Esplora's format, without fields that Hopscope computes itself. */
export const esploraTransaction = z.object({
  txid: hash,
  version: z
    .int()
    .min(-(2 ** 31))
    .max(2 ** 32 - 1),
  locktime: uint32,
  vin: z.array(input).min(1),
  vout: z.array(output).min(1),
  status,
});
export type EsploraTransaction = z.infer<typeof esploraTransaction>;

/** A transaction whose ID was recomputed from its parts. The outputs that it spends are as the provider reports them. */
export interface RemoteTransaction {
  tx: Transaction;
  raw: Uint8Array;
  prevouts: MempoolPrevouts;
  /** Where it was mined; undefined while it is unconfirmed. Hash in internal byte order. */
  mined: { height: number; block: Uint8Array; time: number } | undefined;
}

/** Serializes the provider's transaction and compares the ID. Throws SourceError if it differs. */
export function readTransaction(reported: EsploraTransaction, hashing: Hashing): RemoteTransaction {
  const segwit = reported.vin.some(({ witness }) => witness && witness.length > 0);
  const nothing = new Uint8Array(0);
  const raw = encodeTransaction({
    txid: nothing,
    wtxid: nothing,
    version: reported.version | 0,
    segwit,
    inputs: reported.vin.map((entry) => ({
      prevTxid: fromDisplayHash(entry.txid),
      prevVout: entry.vout,
      script: fromHex(entry.scriptsig),
      sequence: entry.sequence,
      witness: (entry.witness ?? []).map((item) => fromHex(item)),
    })),
    outputs: reported.vout.map(({ value, scriptpubkey }) => ({
      value: BigInt(value),
      script: fromHex(scriptpubkey),
    })),
    locktime: reported.locktime,
    size: 0,
    strippedSize: 0,
    weight: 0,
    vsize: 0,
  });
  const tx = decode(raw, hashing);
  if (toDisplayHash(tx.txid) !== reported.txid) {
    throw new SourceError(
      'contradictory',
      `The service returned a different transaction than ${reported.txid}`,
    );
  }
  const prevouts = reported.vin.map(({ prevout, is_coinbase }) => {
    if (is_coinbase || !prevout) return undefined;
    const script = fromHex(prevout.scriptpubkey);
    const type = classifyScript(script);
    return { type, key: addressKeyOfScript(script, hashing), value: BigInt(prevout.value) };
  });
  const { status: where } = reported;
  const mined = where.confirmed
    ? { height: where.block_height, block: fromDisplayHash(where.block_hash), time: where.block_time }
    : undefined;
  return { tx, raw, prevouts, mined };
}

function decode(raw: Uint8Array, hashing: Hashing): Transaction {
  try {
    return decodeTransaction(raw, { hashing });
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new SourceError('contradictory', `The service returned an invalid transaction: ${error.message}`);
  }
}
