import { addressKeyOfScript, encodeAddress, networks, toHex } from '@hopscope/chain';
import type { BlockAtHeight } from '../../../src/ledger/bitcoin/blocks/batch.ts';
import type { NetworkName } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';

/** Returns the addresses that each block pays or spends from, by height, computed only from the blocks. */
export function affectedAddresses(
  blocks: readonly BlockAtHeight[],
  network: NetworkName,
): Map<number, Set<string>> {
  const owners = new Map<string, string>();
  const touched = new Map<number, Set<string>>();
  for (const { height, block } of blocks) {
    const own = new Set<string>();
    for (const tx of block.transactions) {
      for (const { prevTxid, prevVout } of tx.inputs) {
        const owner = owners.get(`${toHex(prevTxid)}:${prevVout}`);
        if (owner !== undefined) own.add(owner);
      }
      tx.outputs.forEach(({ script }, vout) => {
        const key = addressKeyOfScript(script, nativeHashing);
        if (!key) return;
        const address = encodeAddress(key, networks[network]);
        owners.set(`${toHex(tx.txid)}:${vout}`, address);
        own.add(address);
      });
    }
    touched.set(height, own);
  }
  return touched;
}
