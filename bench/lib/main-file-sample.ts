import { addressKeyOfScript, decodeBlock, encodeAddress, networks, toDisplayHash } from '@hopscope/chain';
import { nativeHashing } from '../../apps/server/src/ledger/native-hashing.ts';
import { readMainBlocks } from './reference-data.ts';

/** Names from the main file to request. */
export interface Sample {
  /** The address with the most transactions in the file. */
  busiest: string;
  heights: number[];
  /** Evenly spread over the file. */
  txids: string[];
  addresses: string[];
}

const firstHeight = 560_062;
const sampleSize = 500;

function spread<T>(values: readonly T[]): T[] {
  const step = Math.max(1, Math.floor(values.length / sampleSize));
  return values.filter((_, i) => i % step === 0).slice(0, sampleSize);
}

/** Counts, for each address, the transactions of the file that pay to it or spend an output of it in the file. */
export function sampleMainFile(): Sample {
  const txids: string[] = [];
  const seen = new Map<string, number>();
  const owners = new Map<string, string>();
  const blocks = readMainBlocks().map((raw) => decodeBlock(raw, { hashing: nativeHashing }));
  for (const { transactions } of blocks) {
    for (const tx of transactions) {
      const txid = toDisplayHash(tx.txid);
      txids.push(txid);
      const touched = new Set<string>();
      for (const { prevTxid, prevVout } of tx.inputs) {
        const owner = owners.get(`${toDisplayHash(prevTxid)}:${prevVout}`);
        if (owner !== undefined) touched.add(owner);
      }
      tx.outputs.forEach(({ script }, vout) => {
        const key = addressKeyOfScript(script, nativeHashing);
        if (!key) return;
        const address = encodeAddress(key, networks.mainnet);
        owners.set(`${txid}:${vout}`, address);
        touched.add(address);
      });
      for (const address of touched) seen.set(address, (seen.get(address) ?? 0) + 1);
    }
  }
  const [busiest] = [...seen].sort(([, a], [, b]) => b - a);
  if (!busiest) throw new RangeError('The main file has no address');
  return {
    busiest: busiest[0],
    heights: blocks.map((_, i) => firstHeight + i),
    txids: spread(txids),
    addresses: spread([...seen.keys()]),
  };
}
